// Dates that have not come yet. They are the newest for as long as that lasts, and hide what is.
import { sql } from 'kysely'
import type { RunKind } from '../database/schema/import-tables.ts'
import type { TableName } from '../database/schema/schema.ts'
import { secondsSince, wallClock } from '../time.ts'
import { offsetOf, SLACK_SECONDS, span } from './clock.ts'
import { examples, idInSql, MOST_COUNTED, rowsThat } from './examples.ts'
import { importedAmong } from './imported.ts'
import { isDateTime } from './judge.ts'
import { has, idOf, type Looking } from './looking.ts'
import { NEEDS } from './needs.ts'
import { problem, type Remark } from './remark.ts'

interface DateColumn {
  readonly table: TableName
  readonly column: string
  /** Whether an index leads to the newest; else only the rows with the highest ids are asked. */
  readonly indexed: boolean
}

const DATES: readonly DateColumn[] = [
  { table: 'malware_scans', column: 'scan_date', indexed: true },
  { table: 'malware_detections', column: 'detected_at', indexed: false },
  { table: 'malware_detections', column: 'resolved_at', indexed: true },
  { table: 'compliance_scans', column: 'scan_date', indexed: true },
  { table: 'compliance_findings', column: 'detected_at', indexed: false },
  { table: 'compliance_findings', column: 'resolved_at', indexed: false },
  { table: 'posture_scores', column: 'recorded_at', indexed: true },
]

export async function future(looking: Looking): Promise<Remark[]> {
  const remarks: Remark[] = []
  let furthest = 0
  for (const date of DATES.filter(({ table, column }) =>
    has(looking, table, idOf(table), column),
  )) {
    const found = await datesAhead(looking, date)
    if (found.length === 0) continue
    const byHand = await notImported(looking, date, found)
    remarks.push(remark(looking, date, found, byHand))
    const [newest] = byHand
    if (newest === undefined) continue
    furthest = Math.max(furthest, -secondsSince(newest.value, looking.now))
  }
  return [...remarks, ...wrongZone(looking, furthest)]
}

interface Found {
  readonly id: unknown
  readonly value: string
  /** Of the scan or the posture that it came with. */
  readonly run: unknown
}

async function datesAhead(
  looking: Looking,
  { table, column, indexed }: DateColumn,
): Promise<Found[]> {
  const { db, now } = looking
  const limit = wallClock({ ...now, epochSeconds: now.epochSeconds + SLACK_SECONDS })
  const [id, date, rows] = [sql.ref(idOf(table)), sql.ref(column), sql.table(table)]
  const run = has(looking, table, 'scan_id') ? sql.ref('scan_id') : id
  const newest = indexed
    ? sql``
    : sql`and ${id} > (select max(${id}) from ${rows}) - ${sql.lit(looking.newest)}`
  const found = await sql<Found>`
    select ${id} as id, ${date} as value, ${run} as run from ${rows}
    where ${date} > ${limit} ${newest}
    order by ${date} desc limit ${sql.lit(MOST_COUNTED)}`.execute(db)
  // What is no date-time at all is told as such.
  return found.rows.filter(({ value }) => isDateTime(value))
}

const KINDS: Readonly<Record<TableName, RunKind>> = {
  malware_scans: 'malware',
  malware_detections: 'malware',
  compliance_scans: 'compliance',
  compliance_findings: 'compliance',
  posture_scores: 'posture',
}

/** Those that came with no report, as far as the importers' notes are there to be read. */
async function notImported(
  { db }: Looking,
  { table }: DateColumn,
  found: readonly Found[],
): Promise<readonly Found[]> {
  const runs = found.flatMap(({ run }) => (run === null ? [] : [run]))
  const imported = runs.length === 0 ? null : await importedAmong(db, KINDS[table], runs)
  return imported === null ? found : found.filter(({ run }) => !imported.has(String(run)))
}

/** The importers go by the date that they have noted: to set another one here would not mend that. */
const IMPORT_AGAIN =
  'What was imported, delete and import again with the right --timezone or --date: see "To mend wrong dates, or a wrong server name" in docs/importers.md.'

function remark(
  { now }: Looking,
  { table, column }: DateColumn,
  found: readonly Found[],
  byHand: readonly Found[],
): Remark {
  const [first] = byHand
  const update = `update ${table} set ${column} = ${NEEDS.dateTime.blank} where ${idOf(table)} = ${idInSql(first?.id)}; -- put in what is right`
  return problem(
    'future-date',
    `${table}.${column}`,
    `${rowsThat(found.length, 'lies', 'lie')} in the future: ${examples(idOf(table), found)}; now it is ${wallClock(now)} (${now.zone})`,
    ...(byHand.length < found.length ? [IMPORT_AGAIN] : []),
    ...(first === undefined
      ? []
      : ['Correct the clock or the zone of the producer, or TIMEZONE.', update]),
  )
}

const FURTHEST_ZONE_SECONDS = 14 * 3600
const HOUR_SECONDS = 3600

/** Rows that were written just now, in a zone ahead of the configured one, look like that. */
function wrongZone({ now }: Looking, ahead: number): Remark[] {
  const offset = offsetOf(now)
  if (ahead <= SLACK_SECONDS || ahead > FURTHEST_ZONE_SECONDS - offset) return []
  const looksLikeUtc = offset < 0 && Math.abs(ahead + offset) <= HOUR_SECONDS
  return [
    problem(
      'time-zone',
      'TIMEZONE',
      looksLikeUtc
        ? `the newest rows lie ${span(ahead)} in the future, about as far as ${now.zone} is behind UTC (${span(offset)}): they look like UTC`
        : `the newest rows lie ${span(ahead)} in the future: they look as if they were written in a zone ahead of ${now.zone}`,
      looksLikeUtc
        ? 'Set TIMEZONE=UTC, or let producers write the time of the zone that is set.'
        : `Set TIMEZONE to the zone that producers write in, or let them write the time of ${now.zone}.`,
    ),
  ]
}
