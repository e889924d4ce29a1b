import type { PostureReport } from '../../importers/report.ts'
import { insertOne, type Writer } from '../writing/writing.ts'

export const insertPosture = (
  db: Writer,
  report: PostureReport,
  recordedAt: string,
): Promise<number> =>
  insertOne(db, 'posture_scores', 'posture_id', {
    recorded_at: recordedAt,
    compliance: report.compliance,
    redteam: report.redteam,
    incident: report.incident,
    monitoring: report.monitoring,
    controls_implemented: report.controlsImplemented,
    controls_total: report.controlsTotal,
    incidents_critical: report.incidents.critical,
    incidents_high: report.incidents.high,
    incidents_medium: report.incidents.medium,
    incidents_low: report.incidents.low,
  })
