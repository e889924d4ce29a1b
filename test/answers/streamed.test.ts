// A long answer on its way to its clients, whatever they do.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Answers } from '../../src/answers/answers.ts'
import { type Piece, removeName } from '../../src/answers/spool/spool.ts'
import { newSpool } from '../../src/answers/spool/streamed.ts'
import { sendStream } from '../../src/http/sending.ts'
import { listeningApp } from '../support/listening.ts'
import { openWithoutName } from '../support/open-files.ts'
import { exchange, rawConnection, requestBytes } from '../support/raw-http.ts'
import { LIMITS } from '../support/service.ts'

/** An answer that has begun, and ends when the test says so. */
async function begun() {
  const spool = newSpool()
  const { path, port } = spool.task
  const pieces = Promise.withResolvers<readonly Piece[]>()
  let abandoned = false
  // As its thread does.
  removeName(path)
  port.postMessage('head')
  await spool.begun
  const streamed = spool.streamed(pieces.promise, () => {
    abandoned = true
  })
  return {
    streamed,
    end: () => pieces.resolve(['head', ' and tail']),
    isAbandoned: () => abandoned,
    isOpen: () => openWithoutName().includes(path),
  }
}

const never = new Promise<never>(() => {})

it('has its head also where nobody has said that it has begun', async () => {
  const { task, streamed } = newSpool()
  removeName(task.path)
  const { chunks, close } = streamed(Promise.resolve(['head', ' and tail']), () => {}).open(never)
  expect((await buffer(chunks)).toString()).toBe('head and tail')
  await close()
})

it('a client that reads nothing of it leaves nothing open', async () => {
  const { streamed, end, isAbandoned, isOpen } = await begun()
  const { close } = streamed.open(never)
  end()
  expect(isOpen()).toBe(true)
  await close()
  await expect.poll(isOpen).toBe(false)
  expect(isAbandoned()).toBe(true)
})

it('the last client to leave ends what is still computed', async () => {
  const { streamed, isAbandoned, isOpen } = await begun()
  const gone = Promise.withResolvers<never>()
  const [first, second] = [streamed.open(never), streamed.open(gone.promise)]
  expect(String(Buffer.from((await second.chunks.next()).value))).toBe('head')
  const rest = second.chunks.next()
  gone.reject(new Error('gone'))
  await expect(rest).rejects.toThrow('gone')
  await second.close()
  expect([isAbandoned(), isOpen()]).toEqual([false, true])
  await first.close()
  await expect.poll(isAbandoned).toBe(true)
  await expect.poll(isOpen).toBe(false)
})

it('who tidies up the temporary folder does no harm', async () => {
  const spool = newSpool()
  rmSync(spool.task.path)
  spool.task.port.postMessage('head')
  expect(await spool.begun).toBe('head')
  const { close } = spool.streamed(Promise.resolve(['head']), () => {}).open(never)
  await close()
  const other = newSpool()
  rmSync(other.task.path)
  other.discard()
  expect(openWithoutName()).not.toContain(other.task.path)
})

it('has a file that nobody else may read, whatever the umask', () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const spool = newSpool()
  onTestFinished(spool.discard)
  expect(statSync(spool.task.path).mode & 0o777).toBe(0o600)
})

it('takes no file that is there already: somebody else may have put it there', () => {
  const first = newSpool()
  onTestFinished(first.discard)
  const { path } = first.task
  writeFileSync(path, 'of somebody else')
  const id = basename(path).slice('secdash-'.length)
  vi.spyOn(crypto, 'randomUUID').mockReturnValueOnce(id as ReturnType<typeof crypto.randomUUID>)
  onTestFinished(() => void vi.restoreAllMocks())
  const { task } = newSpool()
  expect(task).toMatchObject({ path, unmade: expect.stringContaining('EEXIST') })
  expect(readFileSync(path, 'utf8')).toBe('of somebody else')
})

it('is read from its beginning also where its end is heard of first', async () => {
  const spool = newSpool()
  removeName(spool.task.path)
  spool.task.port.postMessage('head')
  const streamed = spool.streamed(Promise.resolve(['head', ' and tail']), () => {})
  const { chunks, close } = streamed.open(never)
  const texts: string[] = []
  for await (const chunk of chunks) texts.push(String(Buffer.from(chunk)))
  await close()
  expect(texts).toEqual(['head', ' and tail'])
})

/** A server that sends an answer which has begun, and how far it is with it. */
async function serving(leftMs: number) {
  const sending = Promise.withResolvers<Awaited<ReturnType<typeof begun>>>()
  const server = createServer(async (_, response) => {
    const answer = await begun()
    const options = { begin() {}, leftMs, late: () => new Error('too late') }
    const sent = sendStream(response, answer.streamed, options)
    sending.resolve(answer)
    await sent.catch((error: Error) => {
      if (response.destroyed) return
      response.writeHead(500, { 'content-length': error.message.length }).end(error.message)
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const connection = rawConnection({ port: (server.address() as AddressInfo).port })
  onTestFinished(() => connection.reset())
  return { connection, sending: sending.promise }
}

const LONG_MS = 600_000
const POLL = { timeout: 20_000 }

it('HTTP/1.0, which waits for the length, does not wait beyond the deadline', async () => {
  const { connection } = await serving(10)
  connection.send('GET / HTTP/1.0\r\n\r\n')
  expect(await connection.next()).toMatchObject({ status: 500, text: 'too late' })
})

it('HTTP/1.0 that leaves while it waits for the length ends what is still computed', async () => {
  const { connection, sending } = await serving(LONG_MS)
  connection.send('GET / HTTP/1.0\r\n\r\n')
  const { isAbandoned } = await sending
  expect(isAbandoned()).toBe(false)
  connection.reset()
  await expect.poll(isAbandoned, POLL).toBe(true)
})

it('HEAD waits for no more than the beginning', async () => {
  const { connection, sending } = await serving(LONG_MS)
  connection.send('HEAD / HTTP/1.1\r\nHost: h\r\n\r\n')
  expect((await connection.next(true)).status).toBe(200)
  const { isAbandoned } = await sending
  await expect.poll(isAbandoned, POLL).toBe(true)
})

it('HTTP/1.0, which waits for the length, gets a 500 at the deadline of its request', async () => {
  const answer = {
    open: () => ({ chunks: (async function* () {})(), close: async () => {} }),
    length: new Promise<never>(() => {}),
  }
  const answers = { answer: async () => answer, close: async () => {} } as unknown as Answers
  const { port } = await listeningApp({ answers, limits: { ...LIMITS, deadlineMs: 20 } })
  const bytes = requestBytes(`/api/compliance-scans.php?action=history`)
  const [response] = await exchange({ port }, bytes.replace('HTTP/1.1', 'HTTP/1.0'))
  expect(response).toMatchObject({ status: 500 })
  expect(JSON.parse(response?.text ?? '')).toEqual({
    error: 'Database query failed',
    message: 'no answer within 0.02 s',
  })
})
