// The whole state in a few plain sentences, made of the same figures that the panels show.
import { NAME_LETTERS, shortName } from '../../data/long-text.ts'
import { change, count, oneDecimal, plural, twoDecimals } from '../../data/numbers.ts'
import { COMPONENT_NAMES, sharesOf } from '../../data/score.ts'
import {
  isPostureLate,
  isSilent,
  lastRecorded,
  recordedAhead,
  scannersOf,
} from '../../data/staleness.ts'
import { dayInYear, dayMillis, dayName, isAhead } from '../../data/time.ts'
import type { Malware, Posture, PostureOver, SeverityCounts, Summary } from '../../data/wire.ts'
import { neverRecorded } from './never.ts'
import { WorstOpen } from './worst-open.tsx'

interface LedeProps {
  readonly posture: PostureOver | undefined
  /** It could not be read: what else is known is said without it. */
  readonly isUnread: boolean
  /** Of as many days as tell its rhythm. */
  readonly recorded: Posture | undefined
  readonly malware: Malware | undefined
  readonly summary: Summary | undefined
  /** Findings by severity, as far as that is known. */
  readonly open: Partial<SeverityCounts>
}

export function Lede({ posture, isUnread, recorded, malware, summary, open }: LedeProps) {
  const worst = <WorstOpen {...{ posture, malware, open }} />
  if (posture === undefined) {
    return (
      isUnread && (
        <>
          {worst}
          {doubts(malware, summary)}
        </>
      )
    )
  }
  if (neverRecorded(posture)) {
    return (
      <>
        No posture has been recorded in the last {plural(posture.days, 'day')}: how we stand is not
        known. {worst}
        {doubts(malware, summary)}
      </>
    )
  }
  return (
    <>
      <strong>{twoDecimals(posture.current.overall)} of 100</strong>
      {trend(posture)}. {worst}
      {losses(posture)} {late(posture, recorded)}
      {doubts(malware, summary)}
    </>
  )
}

function trend({ current, history, timestamp }: Posture): string {
  const first = history[0]
  if (first === undefined || history.length < 2) return ''
  const moved = current.overall - first.overall
  const since = `since ${dayInYear(first.date, timestamp)}`
  return Math.abs(moved) < 0.05 ? `, the same as ${since.slice(6)}` : `, ${change(moved)} ${since}`
}

function losses({ current }: Posture): string {
  const [most, next] = sharesOf(current)
    .filter(({ lost }) => lost >= 0.05)
    .sort((a, b) => b.lost - a.lost)
  if (most === undefined) return 'Nothing is lost.'
  const part = ({ component, lost }: typeof most) =>
    `${COMPONENT_NAMES[component].toLowerCase()} (−${oneDecimal(lost)})`
  return `Most is lost to ${part(most)}${next === undefined ? '' : `, then ${part(next)}`}.`
}

/** The score is as old as what it is made of. */
function late(posture: PostureOver, recorded: Posture | undefined): string {
  const ahead = recorded && recordedAhead(recorded)
  if (ahead !== undefined)
    return `It is dated ${dayName(dayMillis(ahead))}: what is recorded before that day does not count. `
  if (recorded === undefined || !isPostureLate(recorded)) return ''
  const last = lastRecorded(posture)
  return last === undefined
    ? `Nothing of it was recorded in the last ${plural(posture.days, 'day')}. `
    : `It was last recorded on ${dayInYear(last, posture.timestamp)}. `
}

function doubts(malware: Malware | undefined, summary: Summary | undefined): string {
  const said: string[] = []
  if (malware?.latest_scans.length === 0) said.push('No malware scan has ever been recorded.')
  const late = malware === undefined ? [] : scannersOf(malware).filter((it) => it.isLate)
  if (late.length > 0) {
    said.push(
      `${few(
        late.map((it) => it.name),
        'scanners',
      )} ${late.length === 1 ? 'is' : 'are'} late.`,
    )
  }
  if (summary?.total_servers === 0) said.push('No server has ever been scanned.')
  const silent = summary?.servers.filter((it) => isSilent(it.latest_scan_date, summary.timestamp))
  if (silent !== undefined && silent.length > 0) {
    said.push(
      `${few(
        silent.map((it) => it.server_name),
        'servers',
      )} stopped reporting.`,
    )
  }
  const ahead = [
    ...(malware?.latest_scans ?? [])
      .filter((it) => isAhead(it.scan_date, malware?.timestamp ?? ''))
      .map((it) => it.scan_type),
    ...(summary?.servers ?? [])
      .filter((it) => isAhead(it.latest_scan_date, summary?.timestamp ?? ''))
      .map((it) => it.server_name),
  ]
  if (ahead.length > 0) {
    const are = ahead.length === 1 ? 'is' : 'are'
    said.push(`${few(ahead, 'scanners and servers')} ${are} dated in the future.`)
  }
  return said.join(' ')
}

/** By name where that is short. */
function few(names: readonly string[], kind: string): string {
  const all = names.join(' and ')
  if (names.length < 3 && all.length <= NAME_LETTERS) return all
  return names.length === 1 ? shortName(all) : `${count(names.length)} ${kind}`
}
