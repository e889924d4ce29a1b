// Every server is scanned once a night, one after the other.
import { type Calendar, HOUR, MINUTE, type Run, runsOf } from './calendar.ts'
import { SERVERS, type Server, type ServerName } from './servers.ts'

export const serverNames = Object.keys(SERVERS) as ServerName[]

/** Of one server, oldest first. */
export function serverRuns(calendar: Calendar, server: ServerName): Run[] {
  const { silentSince: lastDay = 0 }: Server = SERVERS[server]
  const startsAt = HOUR + (30 + 25 * serverNames.indexOf(server)) * MINUTE
  return runsOf(calendar, server, { startsAt, lastDay, seconds: [35, 140] })
}
