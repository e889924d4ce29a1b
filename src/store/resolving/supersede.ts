import type { ExpressionBuilder } from 'kysely'
import type { WritableTables } from '../../database/schema/import-tables.ts'
import { hostIn, isOtherHost, namingHostOf } from '../host.ts'
import type { SurveyedRun } from '../reading/surveyed-run.ts'
import { type Hour, isIn, repeatedHour, type Zones } from '../repeated-hour.ts'
import type { Writer } from '../writing/writing.ts'
import { notReopenedSince } from './resolutions.ts'

export interface Superseded {
  /** Open findings of older scans that this one closed. */
  readonly older: number
  /** How many of these are of checks that are not in this one, though it or they list what passed. */
  readonly unchecked: number
  /** The newer scan that closed this one's, when it was stored late. */
  readonly by: number | null
  /** Scans of other hosts have its name: those it left as they are. */
  readonly isOfSeveral?: boolean
}

/** Closes what older scans left open; a report stored late is itself closed by the newer one. */
export async function supersede(
  db: Writer,
  tool: string,
  run: SurveyedRun,
  scanId: number,
  zones: Zones,
): Promise<Superseded> {
  const { server, date, report, tally } = run
  const host = namingHostOf(run)
  const isOwn = ({ metadata }: OtherScan) => !isOtherHost(host, hostIn(metadata, 'host'))
  const hour = repeatedHour(date, zones)
  const isLater = (it: OtherScan) => isNewer(it, { date, scanId, hour })
  const scansOf = () => otherScans(db, { tool, server, scanId })
  const open = await scansOf().where(isOpen).execute()
  const own = open.filter(isOwn)
  const isOfSeveral = own.length < open.length
  // With several hosts of one name, the newest scan of this host may have been superseded by another's.
  const newer = isOfSeveral ? await scansOf().where('run.scan_date', '>=', date).execute() : open
  const by = newer.find((it) => isOwn(it) && isLater(it))
  if (by !== undefined) {
    await close(db, tool, [scanId], { id: by.row_id, date: by.scan_date, since: by.scan_date })
  }
  // Also where this scan was just closed: the one that closed it may be of another host than the older ones.
  const scans = own.filter((it) => !isLater(it)).map(({ row_id }) => row_id)
  const since = hour?.from ?? date
  const listsPasses =
    !('unlisted' in report) && (tally.findings.pass > 0 || (await havePasses(db, scans)))
  const unchecked = listsPasses ? await uncheckedOf(db, scans, scanId, since) : 0
  const older = await close(db, tool, scans, { id: scanId, date, since })
  return { older, unchecked, by: by?.row_id ?? null, ...(isOfSeveral ? { isOfSeveral } : {}) }
}

interface OtherScan {
  readonly row_id: number
  readonly scan_date: string
  readonly metadata: string | null
}

/** Newest first. */
const otherScans = (
  db: Writer,
  { tool, server, scanId }: { tool: string; server: string; scanId: number },
) =>
  db
    .selectFrom('secdash_import_runs as run')
    // A scan that was deleted supersedes nothing, and its id may be another server's by now.
    .innerJoin('compliance_scans as scan', 'scan.scan_id', 'run.row_id')
    .select(['run.row_id', 'run.scan_date', 'scan.metadata'])
    .where('run.kind', '=', 'compliance')
    .where('run.tool', '=', tool)
    .where('run.server_name', '=', server)
    .where('scan.server_name', '=', server)
    .where('run.row_id', '<>', scanId)
    .orderBy('run.scan_date', 'desc')
    .orderBy('run.row_id', 'desc')

const isOpen = ({
  or,
  eb,
  selectFrom,
}: ExpressionBuilder<WritableTables & { run: WritableTables['secdash_import_runs'] }, 'run'>) =>
  or([
    eb('run.superseded_by', 'is', null),
    // Superseded already, and opened again by a person.
    eb(
      'run.row_id',
      'in',
      selectFrom('secdash_resolutions as change')
        .innerJoin('compliance_findings as it', 'it.finding_id', 'change.row_id')
        .select('it.scan_id')
        .where('change.kind', '=', 'finding')
        .where('change.outcome', '=', 'reopened')
        .where('it.status', '=', 'fail')
        .where('it.resolved_at', 'is', null),
    ),
  ])

/** Whether any of these scans lists passed checks: then one that lists none was filtered, or checked less. */
async function havePasses(db: Writer, scans: readonly number[]): Promise<boolean> {
  if (scans.length === 0) return false
  const passed = await db
    .selectFrom('compliance_findings')
    .select('finding_id')
    .where('scan_id', 'in', scans)
    .where('status', '=', 'pass')
    .limit(1)
    .executeTakeFirst()
  return passed !== undefined
}

/** Scans by one tool may check different things: another profile, other services. */
async function uncheckedOf(
  db: Writer,
  scans: readonly number[],
  scanId: number,
  since: string,
): Promise<number> {
  if (scans.length === 0) return 0
  const { count } = await db
    .selectFrom('compliance_findings')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(isOpenIn(scans, since))
    .where('check_id', 'not in', (of) =>
      of.selectFrom('compliance_findings').select('check_id').where('scan_id', '=', scanId),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What a scan of that time may close: open, and not opened again by a person since. */
const isOpenIn =
  (scans: readonly number[], since: string) =>
  ({ and, eb }: ExpressionBuilder<WritableTables, 'compliance_findings'>) =>
    and([
      eb('scan_id', 'in', scans),
      eb('status', '=', 'fail'),
      eb('resolved_at', 'is', null),
      notReopenedSince('finding', 'compliance_findings.finding_id', since),
    ])

/** Of two with the same date, or of the same hour that comes twice, the one that was stored last. */
const isNewer = (
  { scan_date, row_id }: { scan_date: string; row_id: number },
  { date, scanId, hour }: { date: string; scanId: number; hour: Hour | null },
): boolean => {
  const isTold = hour === null ? scan_date !== date : !isIn(hour, scan_date)
  return isTold ? scan_date > date : row_id > scanId
}

async function close(
  db: Writer,
  tool: string,
  scans: readonly number[],
  by: { readonly id: number; readonly date: string; readonly since: string },
): Promise<number> {
  if (scans.length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('compliance_findings')
    .set({
      resolved_at: by.date,
      resolved_by: 'secdash import',
      resolution_notes: `Superseded by scan ${by.id} of ${by.date} (${tool}).`,
    })
    .where(isOpenIn(scans, by.since))
    .executeTakeFirst()
  await db
    .updateTable('secdash_import_runs')
    .set({ superseded_by: by.id })
    .where('kind', '=', 'compliance')
    .where('row_id', 'in', scans)
    .execute()
  return Number(numUpdatedRows)
}
