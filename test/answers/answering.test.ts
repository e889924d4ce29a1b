// What a reader thread does, in this thread.
import { once } from 'node:events'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { valueSymbol } from 'piscina'
import { expect, it, onTestFinished, vi } from 'vitest'
import { answering } from '../../src/answers/threads/answering.ts'
import { LET_GO, REPLACED, type Task } from '../../src/answers/threads/task.ts'
import { momentOf } from '../../src/time.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { complianceScan } from '../support/rows.ts'
import { NOW } from '../support/service.ts'

const now = momentOf(NOW, 'UTC')
const answeringAt = (database: string) => answering({ database, deadlineMs: 5_000 }, () => {})
const malware: Task = { question: { ask: 'malware' }, now, place: null }

it('answers with bytes that change hands', async () => {
  const { url } = await temporaryDatabase()
  const answer = answeringAt(url)
  const outcome = (await answer(malware)) as unknown as Record<symbol, { bytes: Uint8Array }>
  const { malware_score } = JSON.parse(new TextDecoder().decode(outcome[valueSymbol]?.bytes))
  expect(malware_score).toBe(100)
  expect(await answer(LET_GO)).toBe(REPLACED)
})

it('says whose fault it is as plain data', async () => {
  const { url, db } = await temporaryDatabase()
  const answer = answeringAt(url)
  const server: Task = { question: { ask: 'compliance.server', name: 'nowhere' }, now, place: null }
  expect(await answer(server)).toEqual({ refusal: 'serverNotFound' })
  await db.schema.dropTable('malware_detections').execute()
  expect(await answer(malware)).toMatchObject({ failure: { kind: 'query' } })
  expect(await answeringAt(`${url}.missing`)(malware)).toMatchObject({
    failure: { kind: 'connection' },
  })
  await answer(LET_GO)
})

it('tells nothing of a file that another has taken the place of, until it has let go', async () => {
  const [old, other] = [await temporaryDatabase(), await temporaryDatabase()]
  const answer = answeringAt(old.url)
  expect(await answer(malware)).not.toBe(REPLACED)
  await other.db.destroy()
  renameSync(other.path, old.path)
  expect(await answer(malware)).toBe(REPLACED)
  expect(await answer(LET_GO)).toBe(REPLACED)
})

it('gives no answer that was read while the file was replaced', async () => {
  const [old, other] = [await temporaryDatabase(), await temporaryDatabase()]
  await other.db.destroy()
  const answer = answeringAt(old.url)
  // The window of the history is asked for when half of it has been read.
  const replacing = {
    ...now,
    get epochSeconds() {
      if (existsSync(other.path)) renameSync(other.path, old.path)
      return now.epochSeconds
    },
  }
  expect(await answer({ ...malware, now: replacing })).toBe(REPLACED)
  expect(existsSync(other.path)).toBe(false)
  await answer(LET_GO)
})

/** More scans than are held in memory, and what asks for their history. */
async function longHistory() {
  const database = await temporaryDatabase()
  const scan = () => complianceScan({ scan_date: '2026-03-14 12:00:00' })
  await database.insert('compliance_scans', ...Array.from({ length: 6_000 }, scan))
  const { port1: line, port2: port } = new MessageChannel()
  onTestFinished(() => line.close())
  const path = join(temporaryFolder(), 'spool')
  writeFileSync(path, '')
  const question = { ask: 'compliance.history', server: null, days: 30 } as const
  const task: Task = { question, now, place: null, spool: { path, unmade: null, port } }
  return { ...database, task, line, spool: path }
}

it('makes no piece of a long answer that nobody wants', async () => {
  const { url, task, line } = await longHistory()
  const answer = answeringAt(url)
  line.postMessage('not wanted')
  expect(await answer(task)).toEqual({ pieces: [] })
  await answer(LET_GO)
})

it('does not let go of its file in the midst of an answer, however long ago the one before was', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, task, spool } = await longHistory()
  const answer = answeringAt(url)
  await answer(malware)
  const outcome = answer(task)
  while (existsSync(spool)) await new Promise(setImmediate)
  // It would, had nobody asked.
  vi.advanceTimersByTime(60_000)
  expect(await outcome).toMatchObject({ pieces: expect.arrayContaining([expect.any(String)]) })
  await answer(LET_GO)
})

it('gives no pieces of a file that was replaced while it was read', async () => {
  const [old, other] = [await longHistory(), await temporaryDatabase()]
  await other.db.destroy()
  const answer = answeringAt(old.url)
  const outcome = answer(old.task)
  // It has found out that the answer is long, and reads.
  await vi.waitUntil(() => !existsSync(old.spool), { interval: 1, timeout: 10_000 })
  renameSync(other.path, old.path)
  expect(await outcome).toBe(REPLACED)
  await answer(LET_GO)
})

it('lets go of its line, also where it was told too late that nobody wants the answer', async () => {
  const { url } = await temporaryDatabase()
  const answer = answeringAt(url)
  const { port1, port2 } = new MessageChannel()
  const closed = once(port1, 'close')
  port1.postMessage('not wanted')
  const question = { ask: 'compliance.history', server: null, days: 30 } as const
  // Too short to be spooled, so that nobody looks whether it is wanted.
  const spool = { path: '/nonexistent', unmade: null, port: port2 }
  await answer({ question, now, place: null, spool })
  await closed
  await answer(LET_GO)
})
