// The demo as plain data: all rows of all tables.
import type { Selectable } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Moment } from '../time.ts'
import { calendarOf } from './calendar.ts'
import { complianceRows } from './compliance-rows.ts'
import { malwareRows } from './malware-rows.ts'
import { postureRows } from './posture-rows.ts'

export type DemoRows = { readonly [Name in keyof Tables]: readonly Selectable<Tables[Name]>[] }

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
