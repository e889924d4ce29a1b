import { clockTime, dayName, fullTime } from '../data/time.ts'
import { useToday } from './use-today.ts'

/** When the oldest of these answers was read, by their timestamps. */
export function WhenRead({ of }: { of: readonly string[] }) {
  const at = Math.min(...of.map((it) => Date.parse(it)))
  const day = dayName(at)
  // A page may be left open, and paper is.
  const isToday = useToday() === day
  return (
    <>
      Read <time title={fullTime(at)}>{clockTime(at)}</time>
      <span className={isToday ? 'on-paper' : undefined}> on {day}</span>
    </>
  )
}
