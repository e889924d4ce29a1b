// From the chapters of the story to what is wrong with one server at one moment.
import { type Calendar, DAYS } from './calendar.ts'
import { ACCEPTED, SKIPPED } from './exceptions.ts'
import { SECURITY_UPDATES } from './os-checks.ts'
import type { ServerName } from './servers.ts'
import { CHAPTERS } from './story.ts'

export interface Problem {
  readonly check: string
  readonly from: number
  /** Infinity when it is not mended. */
  readonly until: number
  readonly by: string
  readonly note: string
  /** Known and accepted: closed as soon as it is seen. */
  readonly accepted: boolean
}

export function problemsOf(calendar: Calendar, server: ServerName): Problem[] {
  return [
    ...chaptersOf(calendar, server),
    ...outstandingUpdates(calendar, server),
    ...ACCEPTED.filter(({ servers }) => servers.includes(server)).flatMap(({ checks, note }) =>
      checks.map((check) => ({
        check,
        from: -Infinity,
        until: Infinity,
        by: 'security',
        note,
        accepted: true,
      })),
    ),
  ]
}

function chaptersOf(calendar: Calendar, server: ServerName): Problem[] {
  return CHAPTERS.flatMap(({ checks, since, mended, note }) => {
    const day = mended[server]
    if (day === undefined) return []
    const from = since > DAYS ? -Infinity : calendar.atWork(since, server)
    const until = day === null ? Infinity : calendar.atWork(day, server)
    return checks.map((check) => ({ check, from, until, by: 'ops', note, accepted: false }))
  })
}

/** Updates come out every week or two, and are installed some days later. */
function outstandingUpdates(calendar: Calendar, server: ServerName): Problem[] {
  const chance = calendar.random('updates', server)
  const problems: Problem[] = []
  let day = DAYS - chance.between(0, 9)
  while (day >= 1) {
    const installed = day - chance.between(1, 4)
    problems.push({
      check: SECURITY_UPDATES,
      from: calendar.atWork(day, server),
      until: installed >= 1 ? calendar.atWork(installed, server) : Infinity,
      by: 'ops',
      note: 'Security updates installed.',
      accepted: false,
    })
    day = installed - chance.between(5, 12)
  }
  return problems
}

/** A check that was not run on that day, and why; undefined when it was. */
export const skipped = (
  server: ServerName,
  check: string,
  daysAgo: number,
): (typeof SKIPPED)[number] | undefined =>
  SKIPPED.find(
    ({ checks, servers, days: [first, last] }) =>
      servers.includes(server) && checks.includes(check) && daysAgo <= first && daysAgo >= last,
  )
