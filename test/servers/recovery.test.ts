// A short run of what test/long/faults-servers.ts does at length.
import { describe, expect, it } from 'vitest'
import { enginesToTest } from '../support/engines.ts'
import { FAULTS } from '../support/faults/cycle.ts'
import { runFaults, type ServerEngine } from '../support/faults/run.ts'

const servers = enginesToTest().filter((it): it is ServerEngine => it !== 'sqlite')
const faults = Object.keys(FAULTS) as (keyof typeof FAULTS)[]

describe.each(servers)('%s under load', (engine) => {
  it.each(faults)(
    '%s: every answer as promised, good ones again by itself, nothing left open',
    { timeout: 300_000 },
    async (fault) => {
      const { results, leaks } = await runFaults(engine, fault, 2, 1)
      expect(results.flatMap(({ complaints }) => complaints)).toEqual([])
      expect(results.every(({ recoveredMs }) => Number.isFinite(recoveredMs))).toBe(true)
      // The fault was felt, or this would prove nothing.
      expect(results.some(({ failures, slowestMs }) => failures > 0 || slowestMs > 100)).toBe(true)
      expect(leaks).toEqual([])
    },
  )
})
