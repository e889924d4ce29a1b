// The clock and the zone of the server, beside those of the service.
import { type Moment, secondsSince, wallClock } from '../time.ts'
import type { Looking } from './looking.ts'
import { advice, problem, type Remark } from './remark.ts'

/** What lies further apart than this is no delay on the way. */
export const SLACK_SECONDS = 120

/** `clock` is read beside the server's own: `now` may be some seconds old. */
export async function clocks(looking: Looking, clock: () => number): Promise<Remark[]> {
  const { db, inspector, now } = looking
  const server = await inspector.clock(db)
  if (server === null) return []
  const remarks: Remark[] = []
  const ahead = server.epochSeconds - clock() / 1000
  if (Math.abs(ahead) > SLACK_SECONDS) {
    remarks.push(
      problem(
        'clock',
        'the clock of the server',
        `it is ${span(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
        'Let both machines keep time with NTP: timedatectl set-ntp true',
      ),
    )
  }
  const { zone, offsetSeconds, utcNow } = server
  if (offsetSeconds !== null && offsetSeconds !== offsetOf(now)) {
    const apart = span(offsetSeconds - offsetOf(now))
    remarks.push(
      advice(
        'server-zone',
        'the time zone of the server',
        `it is ${zone}, and TIMEZONE is ${now.zone}: dates that are written as the server's local time are ${apart} off`,
        'Nothing to do where producers write the time of TIMEZONE.',
        `Else set TIMEZONE to the zone that they write in, or let them write UTC: ${utcNow}`,
      ),
    )
  }
  return remarks
}

/** How far the configured zone is ahead of UTC now. */
export const offsetOf = (now: Moment): number =>
  -secondsSince(wallClock(now), { ...now, zone: 'UTC' })

/** '1 h 30 min' */
export function span(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (whole >= 48 * 3600) return `${Math.floor(whole / 86_400)} days`
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : `${whole} s`
}
