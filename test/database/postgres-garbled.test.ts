// What answers at the address of a PostgreSQL server may be something else, or a line may spoil what
// it carries. That is a lost connection, and never the end of the thread, nor of the service.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { connectPostgres } from '../../src/database/postgres/connection.ts'
import { postgresFailure } from '../../src/database/postgres/failure.ts'
import { endsOfReports } from '../../src/database/postgres/guard.ts'
import { limitsWithin } from '../../src/database/servers/session.ts'

/** Answers the greeting of a client with the first bytes, and whatever comes then with the others. */
async function serverThatSays(greeting: Buffer, answer: Buffer): Promise<ServerAddress> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(greeting)
      socket.on('data', () => socket.write(answer))
    })
    onTestFinished(() => void socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return parseAddress(`postgres://u@127.0.0.1:${port}/d`) as ServerAddress
}

const message = (kind: string, ...bytes: number[]) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + bytes.length)
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(bytes)])
}

const WELCOME = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 'I'.charCodeAt(0))])

const connect = (address: ServerAddress) =>
  connectPostgres(address, address.hosts[0], limitsWithin())

it('a way to sign in that does not exist is no connection', async () => {
  const address = await serverThatSays(message('R', 0, 0, 0, 99), Buffer.alloc(0))
  await expect(connect(address)).rejects.toMatchObject({ code: 'EPROTO' })
})

it.each([
  ['a row with fewer cells than it says', message('D', 0, 9, 0, 0)],
  ['columns that are cut off', message('T', 0, 2, 97, 0)],
  ['an error without its last zero', message('E', ...Buffer.from('SERROR\0Mno\0'))],
  ['an error that ends within a text', message('E', ...Buffer.from('SERROR\0Mno'))],
  ['a notice without its last zero', message('N', ...Buffer.from('SWARNING\0'))],
  ['an error of nothing', message('E')],
  ['an error that the next message would end', Buffer.concat([message('E', 83, 0), WELCOME])],
  ['a message shorter than its length', Buffer.from([50, 0, 0, 0, 3])],
])('%s is a lost connection', async (_what, answer) => {
  const { client, isAlive } = await connect(await serverThatSays(WELCOME, answer))
  const error = await client.query('select 1').catch((error: unknown) => error)
  expect(postgresFailure(error)).toMatchObject({
    kind: 'query',
    text: 'the connection to the database was lost',
    detail: expect.stringContaining('not the protocol of PostgreSQL'),
  })
  expect(isAlive()).toBe(false)
})

it('a value in another form than was asked for is a lost connection', async () => {
  const name = [...Buffer.from('n'), 0]
  const int8 = [0, 0, 0, 20]
  const binary = [0, 1]
  const columns = message(
    'T',
    0,
    1,
    ...name,
    0,
    0,
    0,
    0,
    0,
    0,
    ...int8,
    0,
    4,
    255,
    255,
    255,
    255,
    ...binary,
  )
  const row = message('D', 0, 1, 0, 0, 0, 1, 55)
  const answer = Buffer.concat([columns, row, message('C', 83, 0), READY])
  const { client } = await connect(await serverThatSays(WELCOME, answer))
  const error = await client.query('select 7').catch((error: unknown) => error)
  expect(postgresFailure(error)).toMatchObject({
    kind: 'query',
    text: 'the connection to the database was lost',
    detail: expect.stringMatching(/not the protocol of PostgreSQL: .*out/),
  })
})

const READY = message('Z', 'I'.charCodeAt(0))
const NOTICE = message('N', ...Buffer.from('SWARNING\0Mlook\0\0'))
const EMPTY_NOTICE = message('N', 0)

/** All ways to cut bytes into three pieces, of which some may be empty. */
const cuts = (bytes: Buffer): Buffer[][] =>
  Array.from({ length: bytes.length + 1 }, (_, first) =>
    Array.from({ length: bytes.length + 1 - first }, (_, more) => [
      bytes.subarray(0, first),
      bytes.subarray(first, first + more),
      bytes.subarray(first + more),
    ]),
  ).flat()

const seen = (pieces: Buffer[]) => {
  const seeEnds = endsOfReports()
  for (const piece of pieces) seeEnds(piece)
}

it('a notice that ends is taken, and one that does not is not, in whatever pieces they come', () => {
  const whole = Buffer.concat([READY, NOTICE, message('1'), EMPTY_NOTICE, READY])
  for (const pieces of cuts(whole)) expect(() => seen(pieces)).not.toThrow()
  const endless = Buffer.concat([EMPTY_NOTICE, message('N', 83, 97, 0), READY])
  for (const pieces of cuts(endless)) expect(() => seen(pieces)).toThrow('does not end')
})

it('a question that gets no answer is given up after 4.5 s', async () => {
  const { client } = await connect(await serverThatSays(WELCOME, Buffer.alloc(0)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let error: unknown
  const asked = client.query('select 1').catch((it: unknown) => {
    error = it
  })
  await vi.advanceTimersByTimeAsync(4_499)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(postgresFailure(error)).toMatchObject({
    kind: 'query',
    text: 'the connection to the database was lost',
    detail: expect.stringContaining('Query read timeout'),
  })
})

it('a report that does not end instead of a greeting is no connection', async () => {
  const address = await serverThatSays(message('E', ...Buffer.from('SFATAL\0')), Buffer.alloc(0))
  await expect(connect(address)).rejects.toMatchObject({ code: 'EPROTO' })
})
