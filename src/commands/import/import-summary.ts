// What became of a file, in words for a person.
import { maskedIn } from '../../address.ts'
import { counted } from '../../counted.ts'
import { rounded } from '../../decimal.ts'
import type { DateFrom } from '../../store/options.ts'
import {
  type ComplianceOutcome,
  hasChanged,
  type MalwareOutcome,
  type Outcome,
} from '../../store/outcome.ts'
import { visible } from '../../visible.ts'
import type { FileOutcome } from './import-file.ts'

export function importLines(outcome: FileOutcome, dryRun: boolean): string {
  const lines = [...linesOf(outcome), ...outcome.remarks.map((it) => `note: ${it}`)]
  if (dryRun && outcome.stored !== null) lines.push('dry run: nothing was stored')
  return maskedIn(
    `${visible(outcome.file)}${outcome.tool === null ? '' : ` (${outcome.tool})`}\n${lines
      .map((line) => `  ${visible(line)}\n`)
      .join('')}`,
  )
}

const MEND_DATES = 'how to mend its dates: "What the file does not say" in docs/importers.md'

/** A log of many runs is told by its newest ones. */
const MOST_RUNS = 5

function linesOf({ refused, ignored, stored }: FileOutcome): string[] {
  if (refused !== null) return [`refused: ${refused}`]
  if (ignored !== null) return [`ignored: ${ignored}`]
  if (stored?.hadOtherDates)
    return [`already known, with times of another zone: nothing changed; ${MEND_DATES}`]
  if (stored === null || stored.known) return ['already known: nothing changed']
  const told = stored.runs.filter(hasChanged)
  const known = stored.runs.length - told.length
  const hidden = told.length - MOST_RUNS
  return [
    ...(known > 0 ? [`${counted(known, 'run')} already known`] : []),
    ...(hidden > 0 ? [`${counted(told.length, 'run')} stored, the newest are:`] : []),
    ...told.slice(-MOST_RUNS).flatMap(runLines),
  ]
}

function runLines(run: Outcome): string[] {
  switch (run.kind) {
    case 'malware':
      return malwareLines(run)
    case 'compliance':
      return complianceLines(run)
    case 'posture':
      return [`posture of ${dated(run)} stored`]
  }
}

const statusOf = ({ status, reason }: MalwareOutcome): string =>
  reason === undefined
    ? status
    : status === 'infected'
      ? `${status}, and ${reason}`
      : `${status} (${reason})`

const malwareLines = (run: MalwareOutcome): string[] => [
  `scan of ${dated(run)} on ${placed(run)}: ${statusOf(run)}, ${counted(run.files, 'file')} scanned, ${run.infections} infected`,
  `  detections: ${run.newDetections} new, ${run.knownDetections} known before, ${run.resolvedDetections} resolved`,
  ...(run.withdrawn === undefined
    ? []
    : [
        `  ${run.withdrawn} taken back: found where the log broke off before, and not in the whole`,
      ]),
  ...(run.isOfSeveral
    ? [`  it resolves nothing: the file has other hosts of the name ${run.server}`]
    : []),
  ...(run.elsewhere === undefined
    ? []
    : [
        `  ${counted(run.elsewhere, 'detection')} of another host of the name ${run.server} not resolved; ${APART}`,
      ]),
]

const APART = 'give each host a --server of its own'
const DIFFERENT =
  'that are not in this scan; where scans check different things, give each a --server of its own'
const FILTERED =
  'that this scan does not name: unlike those before it, it lists nothing that passed; give the whole report'

function complianceLines(run: ComplianceOutcome): string[] {
  const { fail, pass, manual, not_applicable, error } = run.findings
  const { critical, high, medium, low } = run.failed
  const { older, unchecked, by, isOfSeveral } = run.superseded
  const score = run.score === null ? 'no score' : `score ${rounded(run.score)}`
  const lines = [
    `scan of ${dated(run)} on ${placed(run)}: ${score}`,
    `  ${fail} failed (${critical} critical, ${high} high, ${medium} medium, ${low} low), ${pass} passed, ${manual} manual, ${not_applicable} not applicable, ${error} in error`,
  ]
  if (older > 0) lines.push(`  ${counted(older, 'open finding')} of older scans superseded`)
  if (unchecked > 0) {
    lines.push(`  ${unchecked} of them of checks ${pass > 0 ? DIFFERENT : FILTERED}`)
  }
  if (isOfSeveral) {
    lines.push(`  it supersedes nothing of other hosts of the name ${run.server}; ${APART}`)
  }
  if (by !== null) lines.push(`  its findings are superseded by the newer scan ${by}`)
  return lines
}

const DATES: Readonly<Record<DateFrom, string>> = {
  report: '',
  option: '',
  file: " (the file's time: the report has none to go by; give --date)",
  now: ' (now: the report has no date; give --date)',
}

const dated = ({ date, dateFrom }: Outcome): string => `${date}${DATES[dateFrom]}`

function placed({ server, serverFrom, host }: MalwareOutcome | ComplianceOutcome): string {
  if (serverFrom === 'this machine') return `${server} (this machine; give --server if not)`
  return host === null || host === server ? server : `${server} (the report says ${host})`
}
