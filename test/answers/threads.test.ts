import { renameSync, rmSync, symlinkSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Question } from '../../src/answers/questions.ts'
import { startThreads } from '../../src/answers/threads/threads.ts'
import { Failure, Refusal } from '../../src/errors.ts'
import { momentOf } from '../../src/time.ts'
import { textOf } from '../support/answer-text.ts'
import { temporaryDatabase } from '../support/database.ts'
import { createDatabase } from '../support/faults.ts'
import { openWithoutName } from '../support/open-files.ts'
import { elsewhere } from '../support/other-process.ts'
import { posture } from '../support/rows.ts'
import { NOW } from '../support/service.ts'
import { fileWithoutLog, stuckReader } from '../support/stuck-reader.ts'

const now = momentOf(NOW, 'UTC')
const MALWARE: Question = { ask: 'malware' }
const POSTURE: Question = { ask: 'posture', days: 30 }
const HISTORY: Question = { ask: 'compliance.history', server: null, days: 30 }
const FINDINGS: Question = {
  ask: 'compliance.findings',
  severity: null,
  category: null,
  server: null,
}

async function threadsOver(database: string, { readers = 1, deadlineMs = 30_000 } = {}) {
  const errors: unknown[] = []
  const onReplaced = vi.fn()
  const threads = startThreads({
    database,
    readers,
    deadlineMs,
    onThreadError: (error) => errors.push(error),
    onReplaced,
  })
  onTestFinished(() => threads.close())
  const ask = async (question: Question) => {
    const answer = await threads.compute(question, now)
    return JSON.parse(await textOf('bytes' in answer ? answer.bytes : answer))
  }
  return { ask, errors, onReplaced, close: threads.close }
}

const failureOf = async (answer: Promise<unknown>): Promise<Failure> => {
  const error = await answer.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Failure)
  return error as Failure
}

/** A thread needs a while to start, and here deadlines are shorter than that. */
async function askUntilAnswered(ask: (question: Question) => Promise<unknown>, question: Question) {
  for (let attempt = 0; attempt < 500; attempt++) {
    const body = await ask(question).catch(() => undefined)
    if (body !== undefined) return body
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('never answered')
}

it('answers from threads what it would answer directly', async () => {
  const { url, insert } = await temporaryDatabase()
  await insert('posture_scores', posture({ controls_total: 77 }))
  const { ask, errors } = await threadsOver(url)
  const body = await ask(POSTURE)
  expect(body.current).toMatchObject({ controls_total: 77, malware: 100 })
  expect(body.timestamp).toBe('2026-03-15T12:00:00+00:00')
  expect(errors).toEqual([])
})

it('a refusal and a failure cross from the thread as what they are', async () => {
  const { url } = await temporaryDatabase()
  const { ask } = await threadsOver(url)
  const refusal = await ask({ ask: 'compliance.server', name: 'nowhere' }).catch((error) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ status: 404, message: 'Server not found' })

  const missing = await threadsOver(`${url}.missing`)
  const failure = await failureOf(missing.ask(MALWARE))
  expect(failure.kind).toBe('connection')
  expect(failure.detail).toContain('ENOENT')
  expect(failure.code).toBe('ENOENT')
})

// What ended meanwhile may have been taken for a reason to open the old file once more.
it('who else reads the file is told that another took its place, and again when all threads know', async () => {
  const { url, path } = await fileWithoutLog()
  const { ask, onReplaced } = await threadsOver(url)
  await ask(MALWARE)
  expect(onReplaced).not.toHaveBeenCalled()
  await replace(path)
  await ask(MALWARE)
  expect(onReplaced).toHaveBeenCalledTimes(2)
})

it('a question that passes its deadline is a query failure, and a new thread takes over', async () => {
  const { url, path } = await fileWithoutLog()
  const { ask, errors } = await threadsOver(url, { deadlineMs: 2_000 })
  await askUntilAnswered(ask, MALWARE)
  const { answer, release } = await stuckReader(path, () => ask(POSTURE))
  let turns = 0
  let over = false
  const turning = setImmediate(function turn() {
    turns++
    if (!over) setImmediate(turn)
  })
  const failure = await failureOf(answer)
  over = true
  clearImmediate(turning)
  expect(failure).toMatchObject({ kind: 'query', text: 'no answer within 2 s' })
  // The event loop kept turning while the thread was busy.
  expect(turns).toBeGreaterThan(20)

  // There is one reader only, so what answers now is another thread than the one that was ended.
  await askUntilAnswered(ask, MALWARE)
  release()
  await askUntilAnswered(ask, POSTURE)
  expect(errors).toEqual([])
})

it('a thread that takes longer to start than an answer may take is not ended for it', async () => {
  const { url } = await temporaryDatabase()
  let started = 0
  const onWorker = () => void started++
  process.on('worker', onWorker)
  onTestFinished(() => void process.off('worker', onWorker))
  const { ask } = await threadsOver(url, { readers: 1, deadlineMs: 1 })
  expect(await failureOf(ask(MALWARE))).toMatchObject({ kind: 'query' })
  // The one that reads, that for long answers, and that in reserve: none in the place of another.
  expect(started).toBe(3)
})

const isOpenWithoutName = (path: string): boolean => openWithoutName().includes(path)

async function replace(path: string) {
  await createDatabase(`${path}.new`, 2)
  renameSync(`${path}.new`, path)
}

describe('a file that is replaced while a thread that was ended still reads the old one', () => {
  it('is opened when that thread is gone, and not before', async () => {
    const { url, path } = await fileWithoutLog()
    const { ask } = await threadsOver(url, { deadlineMs: 1_000 })
    await askUntilAnswered(ask, MALWARE)
    const { answer, release } = await stuckReader(path, () => ask(POSTURE))
    await failureOf(answer)
    await replace(path)
    // Who waits for that waits no longer than for anything else.
    expect(await failureOf(ask(MALWARE))).toMatchObject({
      kind: 'connection',
      text: 'no reader became free within 1 s',
    })
    expect(isOpenWithoutName(path)).toBe(true)
    release()
    await askUntilAnswered(ask, MALWARE)
    expect(isOpenWithoutName(path)).toBe(false)
  })

  it('is not opened before either where the thread was started for its one question', async () => {
    const { url, path } = await fileWithoutLog()
    // Long enough for a thread to start on any machine.
    const { ask } = await threadsOver(url, { readers: 2, deadlineMs: 4_000 })
    // Three threads are there from the start.
    const first = [
      await stuckReader(path, () => ask(MALWARE)),
      await stuckReader(path, () => ask(MALWARE)),
      await stuckReader(path, () => ask(MALWARE)),
    ]
    const { answer, release } = await stuckReader(path, () => ask(POSTURE))
    for (const it of first) it.release()
    await failureOf(answer)
    await replace(path)
    expect(await failureOf(ask(MALWARE))).toMatchObject({ kind: 'connection' })
    expect(isOpenWithoutName(path)).toBe(true)
    release()
    await askUntilAnswered(ask, MALWARE)
    expect(isOpenWithoutName(path)).toBe(false)
  })
})

it('a damaged table is told of at once, and holds up nobody while a thread is stuck', async () => {
  const { url, path } = await fileWithoutLog()
  const { ask } = await threadsOver(url, { readers: 2, deadlineMs: 2_000 })
  await askUntilAnswered(ask, MALWARE)
  const { answer, release } = await stuckReader(path, () => ask(POSTURE))
  await failureOf(answer)
  await elsewhere(
    path,
    `const db = new DatabaseSync(path, { readOnly: true })
    const roots = db.prepare("select rootpage from sqlite_schema where tbl_name = 'compliance_findings'").all()
    db.close()
    const file = fs.openSync(path, 'r+')
    for (const { rootpage } of roots) fs.writeSync(file, Buffer.alloc(4096, 0xab), 0, 4096, (rootpage - 1) * 4096)
    fs.closeSync(file)`,
  )
  for (let times = 0; times < 2; times++) {
    expect(await failureOf(ask(FINDINGS))).toMatchObject({
      text: 'database disk image is malformed',
    })
    expect(await ask(MALWARE)).toHaveProperty('malware_score')
  }
  release()
})

it('a slow question does not keep others from being answered', async () => {
  const { url, path } = await fileWithoutLog()
  const { ask } = await threadsOver(url, { readers: 2 })
  const { release } = await stuckReader(path, () => ask(POSTURE))
  for (let i = 0; i < 10; i++) await ask(MALWARE)
  release()
  await ask(POSTURE)
})

it('where as many hang as may linger, and a long answer does, too, there is a thread for the next', async () => {
  const { url, path } = await fileWithoutLog()
  const { ask } = await threadsOver(url, { readers: 3 })
  // Three that have lost their places, and two of the three that took them.
  const asked = [HISTORY, ...Array<Question>(5).fill(POSTURE)]
  const stuck: Awaited<ReturnType<typeof stuckReader<unknown>>>[] = []
  for (const it of asked) stuck.push(await stuckReader(path, () => ask(it)))
  expect(await ask(MALWARE)).toHaveProperty('malware_score')
  for (const { release } of stuck) release()
})

it('a long answer whose turn comes when its time is up is not begun', async () => {
  const { url, path } = await fileWithoutLog()
  const { ask } = await threadsOver(url, { deadlineMs: 2_000 })
  await askUntilAnswered(ask, MALWARE)
  let waiting: Promise<Failure> | undefined
  const { answer, release } = await stuckReader(path, () => {
    const first = ask(HISTORY)
    waiting = failureOf(ask(HISTORY))
    return first
  })
  expect(await failureOf(answer)).toMatchObject({ kind: 'query', text: 'no answer within 2 s' })
  expect(await waiting).toMatchObject({
    kind: 'connection',
    text: 'no reader became free within 2 s',
  })
  release()
})

it('where more threads are stuck than can end at once by idling, the next question fails at once', async () => {
  const { url, path } = await fileWithoutLog()
  // Eleven threads at most, of which five end when they idle.
  const { ask } = await threadsOver(url, { readers: 4, deadlineMs: 2_000 })
  await askUntilAnswered(ask, MALWARE)
  const stuck: Awaited<ReturnType<typeof stuckReader<unknown>>>[] = []
  const until = async (count: number) => {
    while (stuck.length < count) stuck.push(await stuckReader(path, () => ask(POSTURE)))
    await Promise.all(stuck.map(({ answer }) => failureOf(answer)))
  }
  await until(5)
  await askUntilAnswered(ask, MALWARE)
  await until(6)
  expect(await failureOf(ask(MALWARE))).toMatchObject({
    kind: 'connection',
    text: '6 readers are still caught in queries that took too long',
  })
  for (const { release } of stuck) release()
  await askUntilAnswered(ask, MALWARE)
})

it('what is asked of closed threads fails and is not left waiting', async () => {
  const { url } = await temporaryDatabase()
  const { ask, close } = await threadsOver(url)
  await ask(MALWARE)
  const underWay = failureOf(ask(MALWARE))
  await close()
  expect((await underWay).kind).toBe('query')
})

it('a thread that hangs while the others are closed is not replaced when it ends', async () => {
  const workers: Worker[] = []
  const onWorker = (worker: Worker) => void workers.push(worker)
  process.on('worker', onWorker)
  onTestFinished(() => void process.off('worker', onWorker))
  const { url, path } = await fileWithoutLog()
  const { ask, close } = await threadsOver(url, { deadlineMs: 500 })
  await askUntilAnswered(ask, MALWARE)
  const { answer, release } = await stuckReader(path, () => ask(POSTURE))
  await failureOf(answer)
  await close()
  const alive = () => workers.filter(({ threadId }) => threadId !== -1)
  expect(alive()).toHaveLength(1)
  const all = workers.length
  release()
  await vi.waitFor(() => expect(alive()).toEqual([]), { timeout: 30_000 })
  expect(workers).toHaveLength(all)
})

it('a file that cannot even be looked at is no connection, until it can', async () => {
  const { url, path, insert } = await temporaryDatabase()
  await insert('posture_scores', posture({ controls_total: 77 }))
  const { ask, errors } = await threadsOver(url)
  expect((await ask(POSTURE)).current).toMatchObject({ controls_total: 77 })
  const aside = `${path}.aside`
  renameSync(path, aside)
  symlinkSync(path, path)
  expect(await failureOf(ask(POSTURE))).toMatchObject({ kind: 'connection' })
  rmSync(path)
  renameSync(aside, path)
  expect((await ask(POSTURE)).current).toMatchObject({ controls_total: 77 })
  expect(errors).toEqual([])
})
