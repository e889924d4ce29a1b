// Findings whose scan is not there. They belong to no server, so no list has them.
import { sql } from 'kysely'
import { type Example, examples, MOST_COUNTED, rowsThat } from './examples.ts'
import { has, type Looking } from './looking.ts'
import { type Remark, remarkOf } from './remark.ts'

export async function orphans(looking: Looking): Promise<Remark[]> {
  const { db, engine } = looking
  const canAsk =
    has(looking, 'compliance_findings', 'finding_id', 'scan_id', 'status', 'resolved_at') &&
    has(looking, 'compliance_scans', 'scan_id')
  if (!canAsk) return []
  const { rows } = await sql<Example>`
    select finding_id as id, scan_id as value from compliance_findings as finding
    where status = 'fail' and resolved_at is null
      and not exists (select 1 from compliance_scans as scan where scan.scan_id = finding.scan_id)
    limit ${sql.lit(MOST_COUNTED)}`.execute(db)
  if (rows.length === 0) return []
  const known = await sql<{ sure: unknown }>`
    select sure from (${engine.everyFindingHasItsScan}) as known`.execute(db)
  // Written past the foreign key, which the count relies on.
  const areCounted = Boolean(known.rows[0]?.sure)
  return [
    remarkOf(
      areCounted ? 'problem' : 'advice',
      'orphan',
      'compliance_findings.scan_id',
      `${rowsThat(rows.length, 'is', 'are')} open and of a scan that is not there: ${examples('finding_id', rows)}; ${areCounted ? 'total_findings counts them, no list has them' : 'they are neither counted nor listed, unless a scan to come gets that id'}`,
      'Delete what was found by scans that are gone:',
      'delete from compliance_findings where scan_id not in (select scan_id from compliance_scans);',
    ),
  ]
}
