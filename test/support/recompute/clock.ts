/// <reference lib="esnext.temporal" />
// Wall clocks by Temporal, which the service does not use: the package runs where there is none.

const zoned = (epochMs: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).round({
    smallestUnit: 'second',
    roundingMode: 'floor',
  })

/** 'YYYY-MM-DD HH:MM:SS', as a clock on the wall of that zone shows it. */
export const wallClockAt = (epochMs: number, zone: string): string =>
  zoned(epochMs, zone).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')

/** ISO 8601 with a numeric offset. */
export const timestampAt = (epochMs: number, zone: string): string =>
  zoned(epochMs, zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })

/**
 * Where a window of so many times 24 hours begins. What occurs twice is the first: where the window
 * begins in the second, it begins after all that occurs twice.
 */
export function windowStart(epochMs: number, zone: string, days: number): string {
  const then = zoned(epochMs - days * 86_400_000, zone)
  const read = then.toPlainDateTime().toZonedDateTime(zone)
  if (read.equals(then)) return wallClockAt(then.epochMilliseconds, zone)
  const putBack = then.add({ seconds: 1 }).getTimeZoneTransition('previous') as typeof then
  const last = putBack.subtract({ seconds: 1 }).toPlainDateTime()
  return last.add({ seconds: 1 }).toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/**
 * Whole seconds from a date-time of the tables until now. What occurs twice is the first, what
 * never occurs is read with the offset before the gap.
 */
export const secondsFrom = (dateTime: string, epochMs: number, zone: string): number =>
  Math.floor(epochMs / 1000) -
  Temporal.PlainDateTime.from(dateTime.replace(' ', 'T')).toZonedDateTime(zone).epochMilliseconds /
    1000

/** The moments around `epochMs` at which the zone's offset changes, after it and before it. */
export function offsetChanges(epochMs: number, zone: string): number[] {
  const at = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
  return (['next', 'previous'] as const)
    .map((direction) => at.getTimeZoneTransition(direction)?.epochMilliseconds)
    .filter((change) => change !== undefined)
}
