// What a question costs, in steps of SQLite's virtual machine: the same on every machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executions } from '../support/executions.ts'
import { type Fleet, type FleetSize, fleet } from '../support/fleet.ts'
import { QUESTION_NAMES, QUESTIONS, type QuestionName } from '../support/questions.ts'
import { testService } from '../support/service.ts'

const BASE: FleetSize = { servers: 20, days: 40, findingsPerScan: 8 }

async function stepsOf(name: QuestionName, { url }: Fleet): Promise<number> {
  const { get } = await testService({ url })
  const seen = await executions(() => get(QUESTIONS[name]))
  return seen.reduce((sum, { steps }) => sum + steps, 0)
}

/** Compares with a fleet of another size: what was there is answered the same. */
function compared(size: FleetSize) {
  const fleets: Fleet[] = []
  beforeAll(async () => {
    fleets.push(await fleet(BASE), await fleet(size))
  })
  afterAll(() => {
    for (const it of fleets) it.remove()
  })
  return async (name: QuestionName) => {
    const [base, other] = fleets as [Fleet, Fleet]
    return (await stepsOf(name, other)) / (await stepsOf(name, base))
  }
}

describe('four times the history, with as much active as before', () => {
  const ratio = compared({ ...BASE, days: 160 })

  // A finding of any scan may be active, so each scan of the server is looked at once.
  const LOOK_AT_EVERY_SCAN = QUESTION_NAMES.filter((name) => /findings.*(server|three)/.test(name))
  const OTHERS = QUESTION_NAMES.filter((name) => !LOOK_AT_EVERY_SCAN.includes(name))

  it.each(OTHERS)('costs %s nothing', async (name) => {
    expect(await ratio(name)).toBeLessThan(1.05)
  })

  it.each(LOOK_AT_EVERY_SCAN)('costs %s no more than in proportion', async (name) => {
    expect(await ratio(name)).toBeLessThan(4)
  })
})

describe('four times the servers', () => {
  const ratio = compared({ ...BASE, servers: 80 })

  const OF_ONE_SERVER = QUESTION_NAMES.filter((name) => /server|three|malware|posture/.test(name))
  const OF_ALL = QUESTION_NAMES.filter((name) => !OF_ONE_SERVER.includes(name))

  it.each(OF_ONE_SERVER)('cost %s nothing', async (name) => {
    expect(await ratio(name)).toBeLessThan(1.05)
  })

  it.each(OF_ALL)('cost %s no more than in proportion', async (name) => {
    expect(await ratio(name)).toBeLessThan(4.2)
  })
})
