// What answers at the address of a PostgreSQL server may be something else, or a line may spoil what
// it carries. That is a lost connection, and never the end of the thread, nor of the service.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../src/address.ts'
import { connectPostgres } from '../src/database/postgres/connection.ts'
import { postgresFailure } from '../src/database/postgres/failure.ts'

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

const connect = (address: ServerAddress) => connectPostgres(address, address.hosts[0], 'reading')

it('a way to sign in that does not exist is no connection', async () => {
  const address = await serverThatSays(message('R', 0, 0, 0, 99), Buffer.alloc(0))
  await expect(connect(address)).rejects.toMatchObject({ code: 'EPROTO' })
})

it.each([
  ['a row with fewer cells than it says', message('D', 0, 9, 0, 0)],
  ['columns that are cut off', message('T', 0, 2, 97, 0)],
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
