// Which statements each question runs: how many, and their text, for review.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executions, isQuery } from '../support/executions.ts'
import { type Fleet, fleet } from '../support/fleet.ts'
import { QUESTION_NAMES, QUESTIONS, type QuestionName } from '../support/questions.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'
import { sqlText } from '../support/sql-text.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

/** The most queries that a question may take, however much the tables hold. */
const BUDGET: Record<QuestionName, number> = {
  // latest, counts, a list for each severity, days, recent
  malware: 8,
  // counts, newest, since; found and resolved later
  posture: 5,
  summary: 1,
  // its latest scan, and the findings of that
  server: 2,
  // whether each has its scan, counts, and a list for each severity that is asked for
  findings: 6,
  'findings of a severity': 3,
  'findings of a category': 6,
  'findings of a severity and category': 3,
  // one list; a full one is counted, too
  'findings of a server': 1,
  'findings of a severity and server': 1,
  'findings of a category and server': 1,
  'findings of all three': 1,
  categories: 1,
  history: 1,
  'history of a server': 1,
}

/** One row of everything, so that no query can be left out. */
async function smallService(): Promise<TestService> {
  const service = await testService()
  const { insert } = service.database
  await insert('malware_scans', malwareScan())
  await insert('malware_detections', ...SEVERITIES.map((severity) => detection({ severity })))
  await insert('compliance_scans', complianceScan({ scan_id: 1, server_name: 'web-007' }))
  await insert(
    'compliance_findings',
    ...SEVERITIES.map((severity) => finding({ scan_id: 1, severity })),
  )
  await insert('posture_scores', posture({ recorded_at: '2026-03-10 06:00:00' }))
  return service
}

const asked = (service: TestService, name: QuestionName) =>
  executions(async () => expect((await service.get(QUESTIONS[name])).status).toBe(200))

describe.each(QUESTION_NAMES)('%s', (name) => {
  it('is read in one transaction, with exactly the queries of its budget', async () => {
    const seen = await asked(await smallService(), name)
    expect(seen.at(0)?.sql).toBe('begin')
    expect(seen.at(-1)?.sql).toBe('commit')
    expect(seen.slice(1, -1).filter(isQuery)).toHaveLength(BUDGET[name])
    expect(seen).toHaveLength(BUDGET[name] + 2)
  })

  it('runs the statements of its snapshot', async () => {
    const seen = await asked(await smallService(), name)
    await expect(sqlText(seen.filter(isQuery))).toMatchFileSnapshot(
      `snapshots/sql/${name.replaceAll(' ', '-')}.sql`,
    )
  })

  it('has no bare number as its limit: SQLite would prepare it anew each time', async () => {
    const seen = await asked(await smallService(), name)
    expect(seen.filter(({ sql }) => /limit \?/.test(sql))).toEqual([])
  })
})

describe('with nothing in the tables, or much', () => {
  let much: Fleet
  beforeAll(async () => {
    much = await fleet({ servers: 30, days: 40, findingsPerScan: 20 })
  })
  afterAll(() => much.remove())

  it.each(QUESTION_NAMES)('%s takes no more queries', async (name) => {
    const full = await asked(await testService({ url: much.url }), name)
    expect(full.filter(isQuery).length).toBeLessThanOrEqual(BUDGET[name])
    if (name === 'server') return
    const empty = await asked(await testService(), name)
    expect(empty.filter(isQuery).length).toBeLessThanOrEqual(BUDGET[name])
  })
})

describe('every question', () => {
  it('binds what a request says: none of it is in the text of a query', async () => {
    const service = await smallService()
    const seen = await executions(async () => {
      for (const query of [
        'server&name=needle1',
        'findings&severity=high&category=needle2&server=needle3',
        'history&server=needle4&days=321',
      ]) {
        await service.get(`/api/compliance-scans.php?action=${query}`)
      }
    })
    const bound = seen.flatMap(({ parameters }) => parameters)
    expect(bound).toEqual(
      expect.arrayContaining(['needle1', 'needle2', 'needle3', 'needle4', 'high']),
    )
    for (const { sql } of seen) expect(sql).not.toMatch(/needle|'high'|321/)
  })

  it('uses the same few texts whatever is asked, so that they are prepared once', async () => {
    const service = await smallService()
    const texts = new Set<string>()
    const ask = async (value: number) => {
      const seen = await executions(async () => {
        const path = '/api/compliance-scans.php?action='
        for (const severity of SEVERITIES) {
          await service.get(`${path}findings&severity=${severity}&server=web-00${value}`)
        }
        await service.get(`${path}findings&category=c${value}&server=s${value}`)
        await service.get(`${path}history&days=${value}`)
        await service.get(`${path}server&name=s${value}`)
        await service.get(`/api/posture.php?days=${value}`)
      })
      for (const { sql } of seen) texts.add(sql)
    }
    await ask(7)
    const { size } = texts
    for (let value = 1; value <= 20; value++) await ask(value)
    expect(texts.size).toBe(size)
  })

  it('ends its transaction also when the server is not found', async () => {
    const service = await testService()
    const seen = await executions(() =>
      service.get('/api/compliance-scans.php?action=server&name=nobody'),
    )
    expect(seen.map(({ sql }) => sql.split(' ')[0])).toEqual([
      'begin',
      'select',
      'select',
      'commit',
    ])
  })
})
