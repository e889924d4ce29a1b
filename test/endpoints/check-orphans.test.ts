// Findings whose scan is not there: written past the foreign key, or where none holds.
import { CompiledQuery } from 'kysely'
import { expect, inject, it } from 'vitest'
import { checkedDatabase } from '../support/check.ts'
import type { TestDatabase } from '../support/database.ts'
import { finding } from '../support/rows.ts'

const PAST_THE_KEY = {
  sqlite: ['pragma foreign_keys = off', 'pragma foreign_keys = on'],
  postgres: ['set session_replication_role = replica', 'set session_replication_role = origin'],
  mariadb: ['set foreign_key_checks = 0', 'set foreign_key_checks = 1'],
} as const

const pastTheKey = ({ db }: TestDatabase, ...rows: Parameters<typeof finding>[0][]) =>
  db.connection().execute(async (connection) => {
    const [off, on] = PAST_THE_KEY[inject('engine')]
    await connection.executeQuery(CompiledQuery.raw(off))
    await connection.insertInto('compliance_findings').values(rows.map(finding)).execute()
    await connection.executeQuery(CompiledQuery.raw(on))
  })

it('are told, with whether they are counted, and the fix deletes them', async () => {
  const { database, check, fix } = await checkedDatabase()
  await pastTheKey(database, { scan_id: 98 }, { scan_id: 99 }, { scan_id: 99, status: 'pass' })
  const level = inject('engine') === 'sqlite' ? 'advice' : 'problem'
  const checked = await check()
  expect(checked.found).toEqual([`${level} orphan compliance_findings.scan_id`])
  expect(checked.only('orphan').problem).toMatch(
    level === 'advice'
      ? /^2 rows are open and of a scan that is not there: \d+ \(finding_id \d+\), .*; they are neither/
      : /^2 rows are open and of a scan that is not there: \d+ \(finding_id \d+\), .*; total_findings counts/,
  )
  await fix(checked.only('orphan'))
  expect((await check()).found).toEqual([])
  const left = await database.db.selectFrom('compliance_findings').select('scan_id').execute()
  expect(left).toEqual([{ scan_id: 1 }])
})

it('are no matter where they are resolved, or passed', async () => {
  const { database, check } = await checkedDatabase()
  const resolved_at = '2026-03-01 00:00:00'
  await pastTheKey(database, { scan_id: 99, resolved_at }, { scan_id: 99, status: 'pass' })
  expect((await check()).found).toEqual([])
})
