// A short run of what test/long/freshness.ts does at length; and that it would see a mistake.
import { expect, it, onTestFinished } from 'vitest'
import type { Token } from '../../src/database/watch.ts'
import { composed, type Parts } from '../support/freshness/composed.ts'
import { startKind } from '../support/freshness/databases.ts'
import { probe } from '../support/freshness/probes.ts'
import { runFreshness } from '../support/freshness/run.ts'

const MINUTES = 60_000
const PROBES = 500
/** Far more than it takes to see a mistake. */
const MANY = 20_000

it.each(['sqlite-wal', 'sqlite-rollback'] as const)(
  '%s: every answer shows what was committed before it was asked',
  { timeout: 5 * MINUTES },
  async (kind) => {
    const probing = { count: PROBES, seed: 1, clients: 4 }
    const { stale, answered, others } = await runFreshness(kind, probing)
    expect(stale).toEqual([])
    expect(answered).toBeGreaterThan(PROBES / 2)
    expect(others).toBeGreaterThan(0)
  },
)

async function started(rearranged?: (parts: Parts) => Parts) {
  const database = await startKind('sqlite-wal')
  const parts = composed(database, rearranged && { rearranged })
  onTestFinished(async () => {
    await parts.close()
    await database.destroy()
  })
  return parts
}

it('the same parts, put together as the service does it, are never stale', async () => {
  const { probed, recalled } = await started()
  const { stale, answered } = await probe(probed, { count: PROBES, seed: 2, clients: 4 })
  expect(stale).toEqual([])
  expect(answered).toBe(PROBES)
  // Or nothing would have been shown. How often, the machine decides.
  expect(recalled()).toBeGreaterThan(0)
})

it('a token that was read before the request arrived is seen to be wrong', async () => {
  const { probed } = await started(({ memory, watching }) => {
    let before: Token | null = null
    const token = async () => {
      const read = watching.token().then((it) => {
        before = it
        return it
      })
      return before ?? read
    }
    return { memory, watching: { ...watching, token, tokenAtOnce: token } }
  })
  const { stale } = await probe(probed, { count: MANY, seed: 3, clients: 4, untilStale: true })
  expect(stale).toHaveLength(1)
})

it('a token that was read after the answer is seen to be wrong', async () => {
  const { probed } = await started(({ memory, watching }) => ({
    watching,
    memory: {
      ...memory,
      async keep(key, _before, computed, answer) {
        const after = await watching.token()
        if (after !== null) memory.keep(key, after, computed, answer)
      },
    },
  }))
  const { stale } = await probe(probed, { count: MANY, seed: 4, clients: 4, untilStale: true })
  expect(stale).toHaveLength(1)
})
