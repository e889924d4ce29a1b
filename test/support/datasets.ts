// Generates whole databases: few names and many equal dates, so that every tie and every border of
// a window occurs. All of it fits any engine: no broken JSON, no year before 1000.
import fc from 'fast-check'
import type { Selectable } from 'kysely'
import type { Tables } from '../../src/database/schema/tables.ts'
import type { TestDatabase } from './database.ts'
import { complianceRows } from './datasets/compliance.ts'
import { dateTimes, type Now, nows } from './datasets/dates.ts'
import { malwareRows } from './datasets/malware.ts'
import { postureRows } from './datasets/posture.ts'

export type Rows = { readonly [Name in keyof Tables]: readonly Selectable<Tables[Name]>[] }

/** What the tables hold, and the clock and zone in which the service is asked. */
export interface DataSet extends Now {
  readonly rows: Rows
}

export const dataSets: fc.Arbitrary<DataSet> = nows.chain((now) =>
  dateTimes(now)
    .chain((dates) => fc.tuple(malwareRows(dates), complianceRows(dates), postureRows(dates)))
    .map(([malware, compliance, posture]) => ({
      ...now,
      rows: { ...malware, ...compliance, ...posture },
    })),
)

/** Scans go before what refers to them. */
export async function store(
  { rows }: DataSet,
  database: Pick<TestDatabase, 'insert'>,
): Promise<void> {
  await database.insert('malware_scans', ...rows.malware_scans)
  await database.insert('malware_detections', ...rows.malware_detections)
  await database.insert('compliance_scans', ...rows.compliance_scans)
  await database.insert('compliance_findings', ...rows.compliance_findings)
  await database.insert('posture_scores', ...rows.posture_scores)
}
