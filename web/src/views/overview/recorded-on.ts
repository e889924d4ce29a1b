import { lastRecorded, recordedAhead } from '../../data/staleness.ts'
import { dayMillis, dayName } from '../../data/time.ts'
import type { Posture } from '../../data/wire.ts'

/** How old what is not computed anew is, as far as the days that were asked for tell. */
export function recordedOn(posture: Posture | undefined): string {
  const day = posture && (recordedAhead(posture) ?? lastRecorded(posture))
  return day === undefined ? 'last' : `on ${dayName(dayMillis(day))}`
}
