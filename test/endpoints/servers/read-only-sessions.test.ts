// The server itself refuses to write through the service's own session, whatever the account may.
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { temporaryDatabase } from '../../support/database.ts'

const WRITES = [
  `insert into posture_scores (recorded_at, compliance, redteam, incident, monitoring) values ('2026-01-01 00:00:00', 1, 1, 1, 1)`,
  'update malware_scans set files_scanned = 1',
  'delete from malware_detections',
  'create table mine (x int)',
  'drop table posture_scores',
]

it.each(WRITES)('refuses: %s', async (write) => {
  const { url, db } = await temporaryDatabase()
  const engine = engineAt(url)
  const session = await engine.openSession()
  onTestFinished(() => session.close())
  const run = (text: string) => session.db.executeQuery(CompiledQuery.raw(text))
  // As a statement of its own, and in the transaction that readers run in.
  await expect(run(write)).rejects.toThrow(/read.?only transaction/i)
  for (const statement of engine.beginSnapshot) await run(statement)
  await expect(run(write)).rejects.toThrow(/read.?only transaction/i)
  expect(await db.selectFrom('posture_scores').selectAll().execute()).toEqual([])
})
