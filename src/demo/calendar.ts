// Days of the story, counted back from today. Moments are seconds since 1970 until they are written.
import { dayOf, type Moment, secondsSince, wallClock } from '../time.ts'
import { type Random, random } from './random.ts'

/** How far back the story goes. */
export const DAYS = 120

export const MINUTE = 60
export const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Calendar {
  readonly now: number
  /** So many days before the midnight that today began with, plus seconds. */
  at(daysAgo: number, seconds?: number): number
  /** Some moment of the working hours of that day: when people mend and break things. */
  atWork(daysAgo: number, ...names: readonly string[]): number
  random(...names: readonly (string | number)[]): Random
  written(moment: number): string
  isPast(moment: number): boolean
}

export function calendarOf(now: Moment, seed: number): Calendar {
  const midnight = now.epochSeconds - secondsSince(`${dayOf(wallClock(now))} 00:00:00`, now)
  const at = (daysAgo: number, seconds = 0) => Math.round(midnight - daysAgo * DAY + seconds)
  const written = (moment: number) => wallClock({ ...now, epochSeconds: moment })
  return {
    now: now.epochSeconds,
    at,
    atWork: (daysAgo, ...names) =>
      at(daysAgo, random(seed, 'work', daysAgo, ...names).between(9 * HOUR, 17 * HOUR)),
    random: (...names) => random(seed, ...names),
    written,
    // When clocks are put back, what was written before the change looks later than now.
    isPast: (moment) => moment <= now.epochSeconds && written(moment) <= wallClock(now),
  }
}

/** A run of a scanner. Its report exists once it has finished. */
export interface Run {
  readonly daysAgo: number
  readonly started: number
  readonly finished: number
}

/** The runs of the whole story, or up to a day, oldest first; none that is not finished yet. */
export function runsOf(
  calendar: Calendar,
  name: string,
  schedule: {
    readonly startsAt: number
    readonly everyDays?: number
    readonly firstDay?: number
    readonly lastDay?: number
    readonly seconds: readonly [least: number, most: number]
  },
): Run[] {
  const { startsAt, everyDays = 1, firstDay = DAYS, lastDay = 0, seconds } = schedule
  const runs: Run[] = []
  for (let daysAgo = firstDay; daysAgo >= lastDay; daysAgo -= everyDays) {
    const chance = calendar.random('run', name, startsAt, daysAgo)
    const started = calendar.at(daysAgo, startsAt + chance.between(0, 4 * MINUTE))
    const finished = started + chance.between(...seconds)
    if (calendar.isPast(started) && calendar.isPast(finished))
      runs.push({ daysAgo, started, finished })
  }
  return runs
}
