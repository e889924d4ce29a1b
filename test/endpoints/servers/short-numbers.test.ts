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
