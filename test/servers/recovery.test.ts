// A short run of what test/long/faults-servers.ts does at length.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesToTest } from '../support/engines.ts'
import { FAULTS } from '../support/faults/cycle.ts'
import { type ServerEngine, type Suffering, startSuffering } from '../support/faults/run.ts'

const servers = enginesToTest().filter((it): it is ServerEngine => it !== 'sqlite')
const faults = Object.keys(FAULTS) as (keyof typeof FAULTS)[]

describe.skipIf(servers.length === 0)('each server, under load', () => {
  const suffering: Suffering[] = []
  beforeAll(async () => {
    const starts = await Promise.allSettled(servers.map(startSuffering))
    for (const start of starts) if (start.status === 'fulfilled') suffering.push(start.value)
    expect(starts.filter(({ status }) => status === 'rejected')).toEqual([])
  }, 300_000)
  afterAll(() => Promise.all(suffering.map(({ stop }) => stop())))

  it.each(faults)(
    '%s: every answer as promised, good ones again by itself, nothing left open',
    { timeout: 300_000 },
    async (fault) => {
      // A fault is waiting, for the most part: all servers suffer it at the same time.
      const runs = await Promise.all(suffering.map(({ suffer }) => suffer(fault, 2, 1)))
      for (const [i, { results, leaks }] of runs.entries()) {
        const engine = servers[i]
        expect(results, engine).toHaveLength(2)
        expect(
          results.flatMap(({ complaints }) => complaints),
          engine,
        ).toEqual([])
        expect(results.map(({ recoveredMs }) => recoveredMs).every(Number.isFinite), engine).toBe(
          true,
        )
        // The fault was felt, or this would prove nothing.
        expect(
          results.some(({ failures, slowestMs }) => failures > 0 || slowestMs > 100),
          engine,
        ).toBe(true)
        expect(leaks, engine).toEqual([])
      }
    },
  )
})
