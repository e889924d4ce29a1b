// Commits a change and asks at once, again and again, while others go on asking: an answer that
// does not show the change is stale.
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../../src/demo/random.ts'
import { COMPLIANCE } from '../started-service.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any

/** What changes, and where the answer shows it. */
interface Mark {
  readonly change: (n: number) => string
  readonly shown: (body: Body) => unknown
  /** The same, straight from the table. */
  readonly stored: string
}

const scanOf = (column: string) => ({
  change: (n: number) => `update compliance_scans set ${column} = ${n}`,
  stored: `select max(${column}) as n from compliance_scans`,
})

export const MARKS: Readonly<Record<string, Mark>> = {
  '/api/malware.php': {
    change: (n) => `update malware_scans set files_scanned = ${n}`,
    shown: (body) => body.latest_scans[0].files_scanned,
    stored: 'select max(files_scanned) as n from malware_scans',
  },
  '/api/posture.php': {
    change: (n) => `update posture_scores set controls_total = ${n}`,
    shown: (body) => body.current.controls_total,
    stored: 'select max(controls_total) as n from posture_scores',
  },
  [COMPLIANCE]: { ...scanOf('findings_pass'), shown: (body) => body.servers[0].passing_checks },
  [`${COMPLIANCE}?action=server&name=web-01`]: {
    ...scanOf('checks_run'),
    shown: (body) => body.scan.checks_run,
  },
  [`${COMPLIANCE}?action=findings`]: {
    change: (n) => `update compliance_findings set finding_summary = '${n}'`,
    shown: (body) => body.findings[0].finding_summary,
    stored: 'select max(finding_summary) as n from compliance_findings',
  },
  [`${COMPLIANCE}?action=history`]: {
    ...scanOf('checks_total'),
    shown: (body) => body.all_history[0].checks_total,
  },
}

export interface Probed {
  /** Throws where the service had no answer, and so no stale one. */
  ask(url: string): Promise<Body>
  commit(statement: string): Promise<void>
  /** What a direct query shows, where that may be less than what was committed. */
  shows?(statement: string): Promise<number>
}

export interface Probing {
  readonly count: number
  readonly seed: number
  readonly clients: number
  /** Ends with the first stale answer: that is enough to show that there are some. */
  readonly untilStale?: boolean
}

export interface ProbeResult {
  readonly stale: readonly string[]
  /** How many changes were asked for and answered. */
  readonly answered: number
  /** How many answers the other clients had meanwhile. */
  readonly others: number
  /** How many answers came from memory, where that is known. */
  readonly recalled?: number
  /** What was told in the place of an answer, because the machine was too busy. */
  readonly errors: readonly string[]
}

/** Changes come this far apart at most: now and then nothing moves for a while. */
const LONGEST_PAUSE_MS = 4

export async function probe(
  { ask, commit, shows }: Probed,
  { count, seed, clients, untilStale = false }: Probing,
): Promise<ProbeResult> {
  const urls = Object.keys(MARKS)
  const { between } = random(seed, 'probes')
  const stale: string[] = []
  let isOver = false
  let answered = 0
  let others = 0
  const errors: string[] = []
  const note = (error: Error) => void errors.push(error.message)

  async function client(offset: number) {
    for (let i = offset; !isOver; i++) {
      await ask(urls[i % urls.length] as string).then(() => others++, note)
    }
  }
  const load = Array.from({ length: clients }, (_, i) => client(i))
  try {
    for (let n = 1_000; n < 1_000 + count; n++) {
      if (untilStale && stale.length > 0) break
      const url = urls[between(0, urls.length - 1)] as string
      const { change, shown, stored } = MARKS[url] as Mark
      await commit(change(n))
      const due = shows === undefined ? n : await shows(stored)
      await ask(url).then((body) => {
        answered++
        const is = Number(shown(body))
        if (!(is >= due)) stale.push(`${url} shows ${is}, ${due} was there before it was asked`)
      }, note)
      if (between(0, 1) === 1) await sleep(between(0, LONGEST_PAUSE_MS))
    }
  } finally {
    isOver = true
    await Promise.all(load)
  }
  return { stale, answered, others, errors }
}
