// How rows are read, and which columns are asked for by that.
import { columnsOf, dateTime, integer, number, optional, record } from '../database/rows/record.ts'

const COMPONENTS = { compliance: number, redteam: number, incident: number, monitoring: number }

const DAY = { recorded_at: dateTime, ...COMPONENTS }
export const DAY_COLUMNS = columnsOf(DAY)
export const readDay = record(DAY)

const CURRENT = {
  // A date in another form is in no order of time: then it is not known which row is the newest.
  recorded_at: optional(dateTime),
  ...COMPONENTS,
  controls_implemented: integer,
  controls_total: integer,
  incidents_critical: integer,
  incidents_high: integer,
  incidents_medium: integer,
  incidents_low: integer,
}
export const CURRENT_COLUMNS = columnsOf(CURRENT)
export const readCurrent = record(CURRENT)
