// An operator drops an index, makes it again, or lets SQLite look at the tables anew, while the
// service reads. Its statements are planned anew then. The answers stay the same, byte for byte.
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { SEVERITIES } from '../../src/severity.ts'
import { QUESTION_NAMES, QUESTIONS } from '../support/questions.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'

const COUNT = 140
/** Rows lie in another order than their dates. */
const dates = Array.from(
  { length: COUNT },
  (_, i) => `2026-03-${String(1 + ((i * 11) % 14)).padStart(2, '0')} 0${i % 7}:00:00`,
)
const severity = (i: number) => SEVERITIES[i % SEVERITIES.length] ?? 'low'

async function filledService(): Promise<TestService> {
  const service = await testService()
  const { insert } = service.database
  await insert(
    'malware_scans',
    ...dates.map((scan_date, i) => malwareScan({ scan_date, scan_type: `type-${i % 3}` })),
  )
  await insert(
    'malware_detections',
    ...dates.map((detected_at, i) => detection({ detected_at, severity: severity(i) })),
  )
  await insert(
    'compliance_scans',
    ...dates.map((scan_date, i) =>
      complianceScan({ scan_id: i + 1, scan_date, server_name: `web-00${i % 9}` }),
    ),
  )
  // More than a list holds.
  for (let round = 0; round < 5; round++) {
    await insert(
      'compliance_findings',
      ...dates.map((detected_at, i) =>
        finding({ scan_id: i + 1, detected_at, severity: severity(i + round) }),
      ),
    )
  }
  await insert('posture_scores', ...dates.map((recorded_at) => posture({ recorded_at })))
  return service
}

it('whatever becomes of the indexes, the answers are the same', async () => {
  const { database, get } = await filledService()
  const all = async () => {
    const replies: Record<string, string> = {}
    for (const name of QUESTION_NAMES) replies[name] = (await get(QUESTIONS[name])).text
    return replies
  }
  const operator = new DatabaseSync(database.url.replace(/^sqlite:/, ''))
  onTestFinished(() => operator.close())
  const indexes = operator
    .prepare("select name, sql from sqlite_schema where type = 'index' and sql is not null")
    .all() as { name: string; sql: string }[]
  expect(indexes.length).toBeGreaterThan(5)
  const expected = await all()
  expect(JSON.parse(expected['findings'] ?? '')).toMatchObject({ total_findings: 5 * COUNT })

  for (const { name } of indexes) {
    operator.exec(`drop index ${name}`)
    expect(await all(), `without ${name}`).toEqual(expected)
  }
  operator.exec('analyze')
  expect(await all(), 'with statistics').toEqual(expected)
  for (const { name, sql } of indexes) {
    operator.exec(sql)
    expect(await all(), `with ${name}`).toEqual(expected)
  }
})
