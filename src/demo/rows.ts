// The demo as plain data: all rows of all tables.
import type { Moment } from '../time.ts'
import { calendarOf } from './calendar.ts'
import { complianceRows } from './compliance-rows.ts'
import { malwareRows } from './malware-rows.ts'
import { postureRows } from './posture-rows.ts'
import type { DemoRows } from './table-rows.ts'

/** The same seed and moment give the same rows. Nothing lies after the moment. */
export function demoRows(now: Moment, seed: number): DemoRows {
  const calendar = calendarOf(now, seed)
  const compliance = complianceRows(calendar)
  return {
    ...malwareRows(calendar),
    ...compliance,
    posture_scores: postureRows(calendar, compliance),
  }
}
