// A database of a size at which a wrong plan shows, made by SQLite itself in about a second.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'

export interface FleetSize {
  readonly servers: number
  /** One scan of each server a day; this many malware scans and detections every ten minutes. */
  readonly days: number
  readonly findingsPerScan: number
}

/** Whether and when somebody ran ANALYZE. */
export type Statistics = 'none' | 'fresh' | 'from when it was a tenth as large'

export interface Fleet {
  readonly path: string
  readonly url: string
  remove(): void
}

/** What is older than this is resolved, so that a longer history leaves what is active alone. */
const ACTIVE_DAYS = 10

const NEWEST = '2026-03-15 11:00:00'

const severity = (n: string) =>
  `case ${n} % 11 when 0 then 'critical' when 1 then 'high' when 2 then 'high'
   when 3 then 'medium' when 4 then 'medium' else 'low' end`

const upTo = (name: string, count: number) =>
  `${name} (${name}) as (select 0 union all select ${name} + 1 from ${name} where ${name} + 1 < ${count})`

const filling = ({ servers, days, findingsPerScan }: FleetSize) => `
  with recursive ${upTo('day', days)}, ${upTo('server', servers)}
  insert into compliance_scans (server_name, server_type, scan_date, overall_score, findings_high)
  select printf('web-%03d', server), 'aws-ec2',
    datetime('${NEWEST}', printf('-%d days', day), printf('-%d seconds', server)),
    (server * 7 + day) % 101, 2
  from day, server order by day desc, server;

  with recursive ${upTo('n', findingsPerScan)}
  insert into compliance_findings
    (scan_id, check_category, check_name, check_id, status, severity, detected_at, resolved_at)
  select scan_id,
    case n % 5 when 0 then 'aws' when 1 then 'os' when 2 then 'ssh' when 3 then 'docker'
      else 'wordpress' end,
    'check', 'C-1', case when n % 4 = 3 then 'pass' else 'fail' end, ${severity('n')}, scan_date,
    case when scan_date < datetime('${NEWEST}', '-${ACTIVE_DAYS} days') then '${NEWEST}' end
  from compliance_scans, n;

  with recursive ${upTo('n', days * 144)}
  insert into malware_scans (scan_type, scan_date, status, files_scanned)
  select case n % 4 when 0 then 'clamav' when 1 then 'maldet' when 2 then 'rkhunter' else 'aide' end,
    datetime('${NEWEST}', printf('-%d minutes', n * 10)), 'clean', n
  from n order by n desc;

  insert into malware_detections
    (scan_type, file_path, malware_signature, severity, detected_at, resolved_at)
  select scan_type, '/srv/x', 'Sig', ${severity('files_scanned')}, scan_date,
    case when scan_date < datetime('${NEWEST}', '-${ACTIVE_DAYS} days')
      then datetime(scan_date, '+2 days') end
  from malware_scans;

  with recursive ${upTo('n', days * 4)}
  insert into posture_scores (recorded_at, compliance, redteam, incident, monitoring)
  select datetime('${NEWEST}', printf('-%d hours', n * 6)), 80, 70, 60, 50 from n order by n desc;`

const TABLES = [
  'compliance_findings',
  'compliance_scans',
  'malware_detections',
  'malware_scans',
  'posture_scores',
]

/** To be removed by who asked for it: many tests may share one. */
export async function fleet(size: FleetSize, statistics: Statistics = 'none'): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'secdash-fleet-'))
  const path = join(folder, 'fleet.db')
  const url = `sqlite:${path}`
  await migrate(engineAt(url))
  const database = new DatabaseSync(path)
  const fill = (it: FleetSize) => database.exec(`begin; ${filling(it)} commit`)
  if (statistics === 'from when it was a tenth as large') {
    fill({ ...size, days: Math.ceil(size.days / 10) })
    database.exec('analyze')
    for (const table of TABLES) database.exec(`delete from ${table}`)
  }
  fill(size)
  if (statistics === 'fresh') database.exec('analyze')
  database.close()
  return { path, url, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
