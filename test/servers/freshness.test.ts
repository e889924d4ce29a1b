// A short run of what test/long/freshness.ts does at length, on servers.
import { expect, it } from 'vitest'
import { enginesToTest } from '../support/engines.ts'
import type { Kind } from '../support/freshness/databases.ts'
import { runFreshness } from '../support/freshness/run.ts'
import { isMysql } from '../support/servers/mariadb.ts'

const PROBES = 500

const available = enginesToTest()
const kinds: Kind[] = [
  ...(available.includes('postgres') ? (['postgres', 'standby'] as const) : []),
  ...(available.includes('mariadb') ? (['mariadb'] as const) : []),
  ...(available.includes('mariadb') && !isMysql
    ? (['mariadb-log', 'mariadb-unlogged'] as const)
    : []),
]

it.each(kinds)(
  '%s: every answer shows what was there before it was asked',
  { timeout: 300_000 },
  async (kind) => {
    const probing = { count: PROBES, seed: 1, clients: 4 }
    const { stale, answered, others } = await runFreshness(kind, probing)
    expect(stale).toEqual([])
    expect(answered).toBeGreaterThan(PROBES / 2)
    expect(others).toBeGreaterThan(0)
  },
)
