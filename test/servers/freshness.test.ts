// A short run of what test/long/freshness.ts does at length, on servers.
import { expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { openLine } from '../../src/database/mariadb/watch-line.ts'
import { RUNNING } from '../../src/database/servers/session.ts'
import { openWatch } from '../../src/database/servers/watch.ts'
import { enginesToTest } from '../support/engines.ts'
import { composed } from '../support/freshness/composed.ts'
import { type Kind, startKind } from '../support/freshness/databases.ts'
import { probe } from '../support/freshness/probes.ts'
import { runFreshness } from '../support/freshness/run.ts'
import { isMysql } from '../support/servers/mariadb.ts'

const PROBES = 500

const available = enginesToTest()
const isLogTold = available.includes('mariadb') && !isMysql
const kinds: Kind[] = [
  ...(available.includes('postgres') ? (['postgres', 'standby'] as const) : []),
  ...(available.includes('mariadb') ? (['mariadb', 'mariadb-without-log'] as const) : []),
  ...(isLogTold ? (['mariadb-at-once', 'mariadb-unlogged'] as const) : []),
]

it.each(kinds)(
  '%s: every answer shows what was there before it was asked',
  { timeout: 300_000 },
  async (kind) => {
    const probing = { count: PROBES, seed: 1, clients: 4 }
    const { stale, answered, others, recalled = 1 } = await runFreshness(kind, probing)
    expect(stale).toEqual([])
    expect(answered).toBeGreaterThan(PROBES / 2)
    expect(others).toBeGreaterThan(0)
    // Or nothing would have been shown. How often, the machine decides.
    expect(recalled).toBeGreaterThan(0)
  },
)

it.runIf(isLogTold)(
  'a token of the binary log alone is seen to be wrong where a writer leaves it out',
  { timeout: 300_000 },
  async () => {
    const database = await startKind('mariadb-unlogged')
    const line = () => openLine(parseAddress(database.url) as ServerAddress, RUNNING)
    const openPoor = async () => {
      const watch = await openWatch(line, { clock: RUNNING, restMs: 0 })
      const read = async () => {
        const token = await watch.read()
        return token && { ...token, version: token.version.split(' ', 2).join(' ') }
      }
      return { read, close: watch.close }
    }
    const parts = composed(database, { openWatch: openPoor })
    onTestFinished(async () => {
      await parts.close()
      await database.destroy()
    })
    const probing = { count: 20_000, seed: 5, clients: 4, untilStale: true }
    expect((await probe(parts.probed, probing)).stale).toHaveLength(1)
  },
)
