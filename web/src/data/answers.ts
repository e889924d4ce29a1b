// The seven answers that views are made of, each kept fresh while somebody looks.
import { keepPreviousData, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ask, Trouble } from './ask.ts'
import { shortName } from './long-text.ts'
import type { Kind } from './members.ts'
import { useRefreshSeconds } from './preferences.ts'
import type {
  Categories,
  Findings,
  History,
  Malware,
  PostureOver,
  ServerDetails,
  Severity,
  Summary,
} from './wire.ts'

export interface Answer<Body> {
  /** The newest that there is; still there while later readings fail. */
  readonly body: Body | undefined
  /** Why the last reading failed; null when it did not. */
  readonly trouble: Trouble | null
  readonly isReading: boolean
  /** What another question was answered with, for as long as this one is on its way. */
  readonly isPast: boolean
  readonly what: string
  again(): void
}

/** While nothing comes, ask more often than somebody would press a button. */
const TROUBLED_MS = 5_000
const COMPLIANCE = 'compliance-scans.php'

interface Asking {
  readonly enabled?: boolean
  /** For what is large and changes rarely. */
  readonly leastMs?: number
  /** Whether the last answer stays while another is on its way. */
  readonly keepsLast?: boolean
  /** What an answer does not tell of its question. */
  readonly also?: object
}

/** By path: a query that has read nothing forgets why as soon as it is tried again, and what is told would flicker. */
const lastTroubles = new Map<string, Trouble>()

const optionsOf = <Body>(kind: Kind, path: string, everyMs: number, asking: Asking) => ({
  queryKey: [path],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    ask<Body>(kind, path, signal).then(
      (body) => {
        lastTroubles.delete(path)
        return { ...body, ...asking.also }
      },
      (error) => {
        if (error instanceof Trouble) lastTroubles.set(path, error)
        throw error
      },
    ),
  enabled: asking.enabled ?? true,
  staleTime: asking.leastMs ?? 0,
  ...(asking.keepsLast && { placeholderData: keepPreviousData }),
  refetchInterval: ({ state }: { state: { error: Trouble | null; status: string } }) => {
    // What was refused once is refused again.
    if (everyMs === 0 || state.error?.kind === 'refused') return false as const
    if (state.error?.kind === 'unknown') return everyMs
    return state.status === 'error' ? TROUBLED_MS : Math.max(everyMs, asking.leastMs ?? 0)
  },
})

function answerOf<Body>(
  what: string,
  path: string,
  query: UseQueryResult<Body, Trouble>,
): Answer<Body> {
  const { isPlaceholderData: isOfAnother } = query
  const hasFailed = query.errorUpdateCount > 0
  // What failed and is tried again has shown that it is not known: the last answer must not come back.
  const isPast = isOfAnother && !hasFailed
  const isUnread = query.isPending || isOfAnother
  return {
    body: isOfAnother && !isPast ? undefined : query.data,
    trouble: query.error ?? (isUnread && hasFailed ? (lastTroubles.get(path) ?? null) : null),
    isReading: query.isFetching,
    isPast,
    what,
    again: () => void query.refetch(),
  }
}

function useAnswer<Body>(
  kind: Kind,
  what: string,
  path: string,
  asking: Asking = {},
): Answer<Body> {
  const everyMs = useRefreshSeconds() * 1000
  const query = useQuery<Body, Trouble>(optionsOf<Body>(kind, path, everyMs, asking))
  return answerOf(what, path, query)
}

export const useMalware = () => useAnswer<Malware>('malware', 'malware scans', 'malware.php')

export const usePosture = (days: number, what = 'the posture score') =>
  useAnswer<PostureOver>('posture', what, `posture.php?days=${days}`, {
    keepsLast: true,
    also: { days },
  })

export const useSummary = () =>
  useAnswer<Summary>('summary', 'compliance scans', `${COMPLIANCE}?action=summary`)

export const useServer = (name: string) =>
  useAnswer<ServerDetails>(
    'server',
    `the scan of ${shortName(name)}`,
    `${COMPLIANCE}?${new URLSearchParams({ action: 'server', name })}`,
  )

/** As the address has them: the service says what it does not take. */
export interface FindingFilters {
  readonly severity: string | null
  readonly category: string | null
  readonly server: string | null
}

function findingsPath(filters: Partial<FindingFilters>): string {
  const given = Object.entries(filters).filter(([, value]) => value !== null)
  return `${COMPLIANCE}?${new URLSearchParams([['action', 'findings'], ...(given as [string, string][])])}`
}

export const useFindings = (filters: Partial<FindingFilters> = {}) =>
  useAnswer<Findings>('findings', 'open findings', findingsPath(filters), { keepsLast: true })

export function useFindingsOfEach(severities: readonly Severity[]): Answer<Findings>[] {
  const everyMs = useRefreshSeconds() * 1000
  const paths = severities.map((severity) => findingsPath({ severity }))
  const queries = paths.map((it) => optionsOf<Findings>('findings', it, everyMs, {}))
  const results = useQueries({ queries }) as UseQueryResult<Findings, Trouble>[]
  return results.map((it, i) =>
    answerOf(`open findings that are ${severities[i]}`, paths[i] ?? '', it),
  )
}

export const useCategories = (enabled = true) =>
  useAnswer<Categories>('categories', 'pass rates by category', `${COMPLIANCE}?action=categories`, {
    enabled,
  })

const historyPath = (days: number, server: string) =>
  `${COMPLIANCE}?${new URLSearchParams({ action: 'history', server, days: `${days}` })}`

export const useHistory = (days: number, server: string) =>
  useAnswer<History>('history', `the history of ${shortName(server)}`, historyPath(days, server), {
    keepsLast: true,
  })

export function useHistories(days: number, servers: readonly string[]): Answer<History>[] {
  const everyMs = useRefreshSeconds() * 1000
  // Several questions at once do not keep the last answer by themselves.
  const last = useRef(new Map<string, History>()).current
  const paths = servers.map((it) => historyPath(days, it))
  const queries = servers.map((it, i) => ({
    ...optionsOf<History>('history', paths[i] ?? '', everyMs, {}),
    placeholderData: last.get(it),
  }))
  const results = useQueries({ queries }) as UseQueryResult<History, Trouble>[]
  const answers = results.map((it, i) =>
    answerOf(`the history of ${shortName(servers[i] ?? '')}`, paths[i] ?? '', it),
  )
  const arePast = answers.some((it) => it.isPast)
  useEffect(() => {
    if (arePast) return
    // What was read of others, or of one that failed since, was read for other days.
    last.clear()
    for (const [i, { body }] of answers.entries())
      if (body !== undefined) last.set(servers[i] ?? '', body)
  })
  // Until all have come: lines of different days side by side would mislead.
  return arePast ? answers.map((it, i) => pastOf(it, last.get(servers[i] ?? ''))) : answers
}

const pastOf = <Body>(answer: Answer<Body>, last: Body | undefined): Answer<Body> =>
  answer.body === undefined ? answer : { ...answer, body: last, isPast: true }

/** Of all servers: a long answer, so it is not asked for at every turn. */
export const useFleetHistory = (days: number, enabled: boolean) =>
  useAnswer<History>('history', 'score history', `${COMPLIANCE}?action=history&days=${days}`, {
    enabled,
    leastMs: 5 * 60_000,
  })
