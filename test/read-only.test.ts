// The service cannot write: not through its connection, and not by answering.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../src/database/connect.ts'
import { temporaryDatabase, temporaryFolder } from './support/database.ts'
import { QUESTIONS } from './support/questions.ts'
import { complianceScan, detection, finding, malwareScan, posture } from './support/rows.ts'
import { testService } from './support/service.ts'

it.each([
  `insert into malware_scans (scan_type, scan_date, status) values ('a', '2026-03-01 00:00:00', 'b')`,
  `update posture_scores set compliance = 1`,
  'delete from malware_detections',
  'create table more (x)',
  'drop table compliance_findings',
  'create index more on malware_scans (status)',
])('the connection of the service refuses: %s', async (statement) => {
  const { url } = await temporaryDatabase()
  const session = await engineAt(url).openSession()
  onTestFinished(() => session.close())
  await expect(session.db.executeQuery(CompiledQuery.raw(statement))).rejects.toThrow(
    'attempt to write a readonly database',
  )
})

it('answering every question changes no byte of the database', async () => {
  const { database, get } = await testService()
  await database.insert('malware_scans', malwareScan())
  await database.insert('malware_detections', detection())
  await database.insert('compliance_scans', complianceScan({ scan_id: 1, server_name: 'web-007' }))
  await database.insert('compliance_findings', finding({ scan_id: 1 }))
  await database.insert('posture_scores', posture())
  const bytes = () => ['', '-wal'].map((end) => readFileSync(database.path + end).toString('hex'))
  const before = bytes()
  for (const url of Object.values(QUESTIONS)) expect((await get(url)).status).toBe(200)
  expect(bytes()).toEqual(before)
})

it('a database that is missing is not created', async () => {
  const path = join(temporaryFolder(), 'missing.db')
  const { get } = await testService({ url: `sqlite:${path}` })
  for (const url of Object.values(QUESTIONS)) expect((await get(url)).status).toBe(500)
  expect(['', '-wal', '-shm'].filter((end) => existsSync(path + end))).toEqual([])
})
