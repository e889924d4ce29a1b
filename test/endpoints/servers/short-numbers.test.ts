// An operator's own tables may keep a score in four bytes, which hold six or seven digits.
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { itOn } from '../../support/only-on.ts'
import { postureOf } from '../../support/posture.ts'
import { complianceScan, posture } from '../../support/rows.ts'
import { testService } from '../../support/service.ts'

const inFourBytes = (table: string, column: string) =>
  inject('engine') === 'mariadb'
    ? sql.raw(`alter table ${table} modify ${column} float not null`)
    : sql.raw(`alter table ${table} alter column ${column} type real`)

it.each([
  [72.005, 72.01],
  [9.015, 9.02],
  [0.1, 0.1],
  [100, 100],
  [0, 0],
])('a score of %d is %d wherever it is shown', async (score, shown) => {
  const service = await testService()
  const { database, get } = service
  await inFourBytes('posture_scores', 'incident').execute(database.db)
  await inFourBytes('compliance_scans', 'overall_score').execute(database.db)
  await database.insert('posture_scores', posture({ incident: score }))
  await database.insert(
    'compliance_scans',
    complianceScan({ server_name: 'web-01', overall_score: score }),
  )
  const { current, history } = await postureOf(service)
  expect([current.incident, history[0]?.incident]).toEqual([shown, shown])
  const path = '/api/compliance-scans.php'
  for (const question of ['action=summary', 'action=server&name=web-01', 'action=history']) {
    expect((await get(`${path}?${question}`)).text).toContain(`"overall_score":${shown},`)
  }
})

itOn('mariadb')(
  'a score with its number of decimals is one score wherever it is shown',
  async () => {
    const { database, get } = await testService()
    await sql
      .raw('alter table compliance_scans modify overall_score float(10, 6) not null')
      .execute(database.db)
    await database.insert('compliance_scans', complianceScan({ server_name: 'web-01' }))
    await sql.raw('update compliance_scans set overall_score = 72.004997').execute(database.db)
    for (const question of ['summary', 'server&name=web-01', 'history']) {
      const { text } = await get(`/api/compliance-scans.php?action=${question}`)
      expect(text).toContain('"overall_score":72,')
    }
  },
)

itOn('mariadb')(
  'a FLOAT midway between two decimals is the one that the server shows',
  async () => {
    const { database } = await testService()
    const run = (text: string) => sql.raw(text).execute(database.db)
    await run('create table midway (a float(10, 4), b float(7, 2), c float(12, 0))')
    const steps = Array.from({ length: 64 }, (_, step) => step)
    const rows = steps.map((step) => `(${72_038 + step / 32}, ${step / 8}, ${step / 2})`)
    await run(`insert into midway values ${rows}, (-72038.65625, -0.125, -2.5)`)
    const asText = await sql`select a, b, c from midway`.execute(database.db)
    const prepared = await sql`select a, b, c from midway where 1 = ${1}`.execute(database.db)
    expect(prepared.rows).toEqual(asText.rows)
    expect(asText.rows[21]).toEqual({ a: 72_038.6562, b: 2.62, c: 10 })
  },
)
