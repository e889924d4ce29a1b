// A line may spoil what a MariaDB server sends. That is a failure of the database, told as such, and
// the driver writes nothing of it where lines of the log are expected.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'

const MARIADB = '10.11.0-MariaDB'

const packet = (number: number, ...bytes: number[]) =>
  Buffer.from([bytes.length, 0, 0, number, ...bytes])
const text = (it: string) => [it.length, ...Buffer.from(it)]
const zeros = (count: number): number[] => new Array(count).fill(0)

const GREETING = packet(
  0,
  10,
  ...Buffer.from(`${MARIADB}\0`),
  ...[1, 0, 0, 0],
  ...Buffer.from('saltsalt\0'),
  // It speaks the protocol of 4.1, and knows plugins to sign in by.
  ...[0x09, 0x82, 45, 2, 0, 0x08, 0, 21],
  ...zeros(10),
  ...Buffer.from('saltsaltsalt\0mysql_native_password\0'),
)
const done = (number: number) => packet(number, 0, 0, 0, 2, 0, 0, 0)
const end = (number: number) => packet(number, 254, 0, 0, 2, 0)

/** One column, of that name, and one row. */
function answer(name: string, value: string): Buffer {
  const [utf8, varchar] = [45, 253]
  const names = ['def', '', '', '', name, ''].flatMap(text)
  const column = [...names, 12, utf8, 0, 99, 0, 0, 0, varchar, ...zeros(5)]
  const packets = [packet(1, 1), packet(2, ...column), end(3), packet(4, ...text(value)), end(5)]
  return Buffer.concat(packets)
}

/** Signs everybody in, and answers the question `spoilt` with these bytes. */
async function serverThatSays(bytes: Buffer): Promise<string> {
  const server = createServer((socket) => {
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write(GREETING)
    socket.once('data', () => {
      socket.write(done(2))
      socket.on('data', (question) => {
        const asked = String(question)
        if (asked.includes('spoilt')) socket.write(bytes)
        else if (asked.includes('version')) socket.write(answer('version', MARIADB))
        else if (asked.includes('show')) socket.write(answer('Value', 'OFF'))
        else socket.write(done(1))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return `mariadb://u@127.0.0.1:${port}/d`
}

const ONE_COLUMN = packet(1, 1)

it.each([
  ['a column whose name is of no length', Buffer.concat([ONE_COLUMN, packet(2, 0, 255)])],
  ['a column that is out of turn', Buffer.concat([ONE_COLUMN, packet(9, 0, 255)])],
])('%s is a lost connection, of which the console hears nothing', async (_, bytes) => {
  const heard = (['trace', 'error', 'warn'] as const).map((it) =>
    vi.spyOn(console, it).mockImplementation(() => {}),
  )
  onTestFinished(() => heard.forEach((it) => void it.mockRestore()))
  const engine = engineAt(await serverThatSays(bytes))
  const session = await engine.openSession()
  const error = await sql`select spoilt`.execute(session.db).catch((error: unknown) => error)
  await session.close()
  expect(engine.failureOf(error)).toMatchObject({
    kind: 'query',
    text: 'the connection to the database was lost',
    detail: expect.stringContaining('what the server sends is not the protocol of MariaDB: '),
  })
  for (const it of heard) expect(it).not.toHaveBeenCalled()
})
