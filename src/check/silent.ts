// Scanners that have fallen silent on one of several servers, or fail there. No answer can tell: to it
// a malware scanner is one for all servers. What was imported says which server each report is of.
import { sql } from 'kysely'
import type { Db } from '../database/inspection/inspection.ts'
import { DAY_SECONDS, dayOf, daysBefore, secondsBetween, secondsSince, wallClock } from '../time.ts'
import { span } from './clock.ts'
import { idInSql, MOST_SHOWN, shown } from './examples.ts'
import { isReadable, type Looking } from './looking.ts'
import { advice, type Remark } from './remark.ts'

/** Nobody is reminded for longer of a server that is gone. */
const REMEMBERED_DAYS = 90
/** So many of its usual turns are missed. */
const TURNS = 3
/** How often one reports that has done so on one day only, nobody knows. */
const OF_ONE_DAY = 14 * DAY_SECONDS

interface Reporting {
  readonly tool: string
  readonly server: string
  readonly last: string
}

interface Turns extends Reporting {
  readonly first: string
  readonly days: number
}

interface Failed extends Reporting {
  readonly scan: unknown
}

export async function silent(looking: Looking): Promise<Remark[]> {
  const { db, now, inspector, relations } = looking
  // Who may not read what was imported, or has imported nothing, is told nothing.
  if (!isReadable(await inspector.relation(db, 'secdash_import_runs'))) return []
  const since = daysBefore(now, REMEMBERED_DAYS)
  const turns = await turnsOf(looking, since, wallClock(now))
  const fellSilent = turns.filter((it) => secondsSince(it.last, now) > patienceWith(it))
  const failed = isReadable(relations.get('malware_scans')) ? await failedOf(db, since) : []
  return [
    ...told(
      'silent',
      fellSilent,
      ({ last }) => `for ${span(secondsSince(last, now))}`,
      ['has not reported', 'have not reported'],
      `See that the scan runs, and that its report is imported: "Set it up" in docs/importers.md. A server that is gone is told for ${REMEMBERED_DAYS} days.`,
    ),
    ...told(
      'scan-failed',
      failed,
      ({ last }) => `at ${shown(last)}`,
      ['failed in its latest scan', 'failed in their latest scans'],
      'Look into the log of that scan, or ask why:',
      `select summary from malware_scans where scan_id in (${failed.map(({ scan }) => idInSql(scan)).join(', ')});`,
    ),
  ]
}

/** By days: what is scanned in several parts is so at each turn, and one file may hold many scans. */
async function turnsOf(
  { db, engine }: Looking,
  since: string,
  until: string,
): Promise<readonly Turns[]> {
  const { rows } = await sql<Turns>`
    select tool, server_name as server, min(scan_date) as first, max(scan_date) as last,
      count(distinct ${engine.day('scan_date')}) as days
    from secdash_import_runs
    where kind <> 'posture' and scan_date between ${since} and ${until}
    group by tool, server_name order by tool, server_name`.execute(db)
  return rows
}

async function failedOf(db: Db, since: string): Promise<readonly Failed[]> {
  const { rows } = await sql<Failed>`
    select run.tool, run.server_name as server, run.scan_date as last, scan.scan_id as scan
    from (
      select tool, server_name, max(scan_date) as last from secdash_import_runs
      where kind = 'malware' and scan_date >= ${since} group by tool, server_name
    ) as latest
    join secdash_import_runs as run
      on run.tool = latest.tool and run.server_name = latest.server_name
      and run.scan_date = latest.last
    join malware_scans as scan on scan.scan_id = run.row_id
    where run.kind = 'malware' and scan.status = 'error'
    order by run.tool, run.server_name, scan.scan_id`.execute(db)
  return rows
}

function patienceWith({ first, last, days }: Turns): number {
  const turns = Number(days) - 1
  if (turns < 1) return OF_ONE_DAY
  return (TURNS * secondsBetween(midnightOf(first), midnightOf(last))) / turns
}

const midnightOf = (dateTime: string) => `${dayOf(dateTime)} 00:00:00`

function told(
  code: 'silent' | 'scan-failed',
  found: readonly Reporting[],
  about: (it: Reporting) => string,
  [one, several]: readonly [string, string],
  ...fix: string[]
): Remark[] {
  if (found.length === 0) return []
  const named = found
    .slice(0, MOST_SHOWN)
    .map((it) => `${it.tool} of ${shown(it.server)} ${about(it)}`)
  const are = found.length === 1 ? `1 scanner ${one}` : `${found.length} scanners ${several}`
  const more = found.length > MOST_SHOWN ? ', …' : ''
  return [advice(code, 'secdash_import_runs', `${are}: ${named.join(', ')}${more}`, ...fix)]
}
