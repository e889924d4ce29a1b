// Indexes serve every question on every server: none reads a whole table, and an answer of fixed
// size costs the same however long the history is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Question } from '../../src/answers/questions.ts'
import { FINDINGS_LIMIT } from '../../src/compliance/limits.ts'
import { complianceQuestion } from '../../src/compliance/params.ts'
import { answersOf } from '../support/answers-of.ts'
import { enginesToTest } from '../support/engines.ts'
import type { ServerEngine } from '../support/faults/run.ts'
import { type Fleet, fleet } from '../support/fleet.ts'
import { type RunningDatabase, startDatabase } from '../support/servers/all.ts'
import { copyFleet } from '../support/servers/fleet-copy.ts'
import { isMysql } from '../support/servers/mariadb.ts'
import { rowsRead } from '../support/servers/rows-read.ts'
import { runSql } from '../support/servers/sql.ts'
import { NOW } from '../support/service.ts'

const SHORT = { servers: 50, days: 40, findingsPerScan: 10 }
const LONG = { ...SHORT, days: 160 }

const compliance = (query: string): Question => complianceQuestion(new URLSearchParams(query))

/** Answers whose size does not grow with the history before what they show. */
const FIXED: Readonly<Record<string, Question>> = {
  malware: { ask: 'malware' },
  posture: { ask: 'posture', days: 30 },
  summary: compliance('action=summary'),
  server: compliance('action=server&name=web-007'),
  findings: compliance('action=findings'),
  'findings of a severity': compliance('action=findings&severity=high'),
  'findings of a category': compliance('action=findings&category=ssh'),
  'findings of a severity and category': compliance('action=findings&severity=high&category=ssh'),
  categories: compliance('action=categories'),
  'history of a server': compliance('action=history&server=web-007&days=30'),
}
/** These visit each scan of one server: they grow with its own history, not with the fleet's. */
const OF_A_SERVER: Readonly<Record<string, Question>> = {
  'findings of a server': compliance('action=findings&server=web-007'),
  'findings of all three': compliance('action=findings&severity=high&category=ssh&server=web-007'),
}
const ALL = { ...FIXED, ...OF_A_SERVER, history: compliance('action=history&days=30') }

/** What shows the latest scans alone. */
const OF_LATEST = ['summary', 'categories'] as const
const AT_WILL = 'set enable_seqscan = on'

const servers = enginesToTest().filter((it): it is ServerEngine => it !== 'sqlite')

let [shortFleet, longFleet]: Fleet[] = []
beforeAll(async () => {
  shortFleet = await fleet(SHORT)
  longFleet = await fleet(LONG)
})
afterAll(() => {
  shortFleet?.remove()
  longFleet?.remove()
})

describe.each(servers)('%s', (engine) => {
  let database: RunningDatabase
  const short = new Map<string, number>()

  /** Rows of whole tables, where the server may read as it likes. */
  const wholeAtWill = new Map<string, number>()

  const total = async (question: Question, ...settings: string[]) =>
    Object.values(await rowsRead(engine, database.url, question, settings)).reduce(
      (sum, it) => sum + it,
      0,
    )

  async function activeFindings(): Promise<number> {
    const { answer, close } = answersOf(database.url, { clock: () => NOW })
    const bytes = await answer(compliance('action=findings')).finally(close)
    return JSON.parse(Buffer.from(bytes).toString()).total_findings
  }

  beforeAll(async () => {
    database = await startDatabase(engine)
    await copyFleet(engine, database.url, shortFleet as Fleet)
    for (const [name, question] of Object.entries(ALL)) short.set(name, await total(question))
    if (engine === 'postgres')
      for (const name of OF_LATEST)
        wholeAtWill.set(name, await total(FIXED[name] as Question, AT_WILL))
    await copyFleet(engine, database.url, longFleet as Fleet)
  }, 300_000)
  afterAll(() => database.destroy())

  it.each(Object.entries(FIXED))(
    '%s costs the same with four times the history',
    async (name, question) => {
      const before = short.get(name) ?? 0
      expect(await total(question)).toBeLessThanOrEqual(before * 1.5 + 20)
    },
  )

  it.each(Object.entries(OF_A_SERVER))(
    '%s grows with that server’s history alone',
    async (name, question) => {
      const before = short.get(name) ?? 0
      expect(await total(question)).toBeLessThanOrEqual(before * 4 + 200)
      // Far less than the active findings of all servers, let alone all findings.
      expect(await total(question)).toBeLessThan(SHORT.servers * 10 * SHORT.findingsPerScan)
    },
  )

  if (engine === 'postgres') {
    it.each(OF_LATEST)('%s reads no table whole, also where it is small', (name) => {
      expect(wholeAtWill.get(name)).toBe(0)
    })

    it.each(Object.entries(ALL))(
      '%s reads no table whole, also where the server may',
      async (_name, question) => {
        expect(await total(question, AT_WILL)).toBe(0)
      },
    )

    it.each(Object.entries({ ...FIXED, ...OF_A_SERVER }))(
      '%s costs no more by a plan that was made for any value',
      async (_name, question) => {
        const generic = await total(question, 'set plan_cache_mode = force_generic_plan')
        expect(generic).toBeLessThanOrEqual(await total(question))
      },
    )
  }

  // PostgreSQL tells of no single reads of an index.
  if (engine === 'mariadb') {
    it('counts each active finding once, and reads the scans of those listed alone', async () => {
      const listed = 4 * FINDINGS_LIMIT
      const question = compliance('action=findings')
      expect(await total(question)).toBeLessThanOrEqual((await activeFindings()) + listed + 200)
    })

    it.each(Object.entries(FIXED).filter(([name]) => name.startsWith('findings of a severity')))(
      '%s are counted without a table of groups',
      async (_name, question) => {
        const reads = await rowsRead(engine, database.url, question)
        expect(reads[isMysql ? 'Handler_update' : 'Handler_tmp_update']).toBe(0)
      },
    )
  }

  it('notices when an index is gone', async () => {
    for (const index of ['compliance_scans_latest', 'compliance_scans_history']) {
      await runSql(
        database.url,
        `drop index ${index}${engine === 'mariadb' ? ' on compliance_scans' : ''}`,
      )
    }
    expect(await total(compliance('action=history&server=web-007'))).toBeGreaterThanOrEqual(
      LONG.servers * LONG.days,
    )
  })
})
