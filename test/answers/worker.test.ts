import { Piscina } from 'piscina'
import { expect, it, onTestFinished } from 'vitest'
import type { Outcome, Task } from '../../src/answers/threads/task.ts'
import { momentOf } from '../../src/time.ts'
import { temporaryDatabase } from '../support/database.ts'
import { malwareScan } from '../support/rows.ts'
import { NOW } from '../support/service.ts'

const now = momentOf(NOW, 'UTC')
const WORKER = new URL('../../src/answers/threads/worker.ts', import.meta.url).href

function workerOver(database: string) {
  const pool = new Piscina<Task, Outcome>({
    filename: WORKER,
    maxThreads: 1,
    workerData: { database },
  })
  onTestFinished(() => pool.destroy())
  return (question: Task['question']) => pool.run({ question, now, place: null })
}

it('hands over the bytes of the body', async () => {
  const { url, insert } = await temporaryDatabase()
  await insert('malware_scans', malwareScan({ summary: '[1]' }))
  const outcome = await workerOver(url)({ ask: 'malware' })
  if (typeof outcome === 'string' || !('bytes' in outcome))
    throw new Error(`no bytes: ${JSON.stringify(outcome)}`)
  const body = JSON.parse(new TextDecoder().decode(outcome.bytes))
  expect(body.latest_scans).toHaveLength(1)
  expect(outcome.notices).toEqual([
    {
      problem: 'this JSON column holds no object and is shown as {}',
      where: 'malware_scans.summary of scan 1',
      isNull: false,
    },
  ])
})

it('says as plain data that the request is at fault', async () => {
  const { url } = await temporaryDatabase()
  const outcome = await workerOver(url)({ ask: 'compliance.server', name: 'nowhere' })
  expect(outcome).toEqual({ refusal: 'serverNotFound' })
})

it('says as plain data that the database is at fault', async () => {
  const { url, db } = await temporaryDatabase()
  await db.schema.dropTable('malware_detections').execute()
  const outcome = await workerOver(url)({ ask: 'malware' })
  expect(outcome).toEqual({
    failure: {
      kind: 'query',
      text: 'no such table: malware_detections',
      detail: expect.stringContaining('no such table: malware_detections'),
      code: 'SQLITE 1',
    },
  })
})

it('keeps its connection from one question to the next, and opens another after a failure', async () => {
  const { url, db } = await temporaryDatabase()
  const ask = workerOver(url)
  const asked = async () => Object.keys((await ask({ ask: 'malware' })) as object)
  expect(await asked()).toContain('bytes')
  await db.schema.alterTable('malware_scans').renameTo('elsewhere').execute()
  expect(await asked()).toEqual(['failure'])
  await db.schema.alterTable('elsewhere').renameTo('malware_scans').execute()
  expect(await asked()).toContain('bytes')
})
