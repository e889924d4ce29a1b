// A small database with the servers that generated requests ask for.
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { KNOWN_SERVERS } from './request-oracle.ts'
import { complianceScan, detection, finding, malwareScan, posture } from './rows.ts'

/** Days before today, at noon. */
const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10).concat(' 12:00:00')

export async function fillFuzzDatabase(url: string): Promise<void> {
  await migrate(engineAt(url))
  const db = await engineAt(url).openForWriting()
  const scans = KNOWN_SERVERS.flatMap((server_name, i) =>
    [1, 20, 200].map((days, j) =>
      complianceScan({ server_name, scan_id: 10 * i + j + 1, scan_date: daysAgo(days) }),
    ),
  )
  await db.insertInto('compliance_scans').values(scans).execute()
  const findings = scans.flatMap(({ scan_id = 0, scan_date }) =>
    (['critical', 'high', 'low'] as const).map((severity, i) =>
      finding({
        scan_id,
        severity,
        check_category: ['aws', 'os', 'ssh'][i] ?? 'os',
        detected_at: scan_date,
        status: severity === 'low' ? 'pass' : 'fail',
      }),
    ),
  )
  await db.insertInto('compliance_findings').values(findings).execute()
  const malware = [1, 2, 40].map((days) => malwareScan({ scan_date: daysAgo(days) }))
  await db.insertInto('malware_scans').values(malware).execute()
  await db
    .insertInto('malware_detections')
    .values(detection({ detected_at: daysAgo(2) }))
    .execute()
  await db
    .insertInto('posture_scores')
    .values(posture({ recorded_at: daysAgo(1) }))
    .execute()
  await db.destroy()
}
