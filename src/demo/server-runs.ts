// Every server is scanned once a night, one after the other.
import { type Calendar, HOUR, MINUTE, type Run, runsOf } from './calendar.ts'
import { SERVERS, type Server, type ServerName } from './servers.ts'

export interface ServerRun extends Run {
  readonly scan_id: number
  readonly server: ServerName
  /** The next scan of the same server. */
  readonly next: ServerRun | undefined
}

export const serverNames = Object.keys(SERVERS) as ServerName[]

/** Of all servers, oldest first. */
export function serverRuns(calendar: Calendar): ServerRun[] {
  const runs = serverNames
    .flatMap((server, index) => {
      const { silentSince: lastDay = 0 }: Server = SERVERS[server]
      const startsAt = HOUR + (30 + 25 * index) * MINUTE
      const schedule = { startsAt, lastDay, seconds: [35, 140] } as const
      return runsOf(calendar, server, schedule).map((run) => ({ ...run, server }))
    })
    .sort((a, b) => a.started - b.started)

  // From the newest back, so that the next one is known.
  const next = new Map<ServerName, ServerRun>()
  return runs
    .map((run, index) => ({ ...run, scan_id: index + 1 }))
    .reverse()
    .map((run) => {
      const linked = { ...run, next: next.get(run.server) }
      next.set(run.server, linked)
      return linked
    })
    .reverse()
}
