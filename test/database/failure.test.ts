import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { failure, publicText } from '../../src/database/failure/failure.ts'
import { mariadbFailure } from '../../src/database/mariadb/failure.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { UnreadableValue } from '../../src/database/rows/unreadable-value.ts'
import { EmptyFile, sqliteFailure } from '../../src/database/sqlite/failure.ts'
import { Failure, Refusal } from '../../src/errors.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'

const CONNECTION = 'Database connection failed'
const QUERY = 'Database query failed'

it('a failure says in its message which of the two it is', () => {
  expect(failure('connection', 'x').message).toBe(CONNECTION)
  expect(failure('query', 'x').message).toBe(QUERY)
})

it('a client is told one line of at most 512 characters, without control characters', () => {
  expect(publicText('a\nb\tc\u0000d\u001b[31me\u0085f\u007fg')).toBe('abcd[31mefg')
  expect(publicText('é'.repeat(513))).toBe('é'.repeat(512))
  expect(failure('query', `${'x'.repeat(600)}\n`).text).toHaveLength(512)
})

it('a client is told no path of a file', () => {
  expect(publicText(`Error on delete of '/tmp/#sql-1.MAI' (2)`)).toBe(`Error on delete of '…' (2)`)
  expect(publicText('could not open /var/lib/x: no')).toBe('could not open … no')
  expect(publicText('could not read block 0 in file "base/16385/16397": read only 0 bytes')).toBe(
    'could not read block 0 in file "…": read only 0 bytes',
  )
  expect(publicText('could not open file "pg_wal/000001": no')).toBe('could not open file "…": no')
  expect(publicText(`Can't find file: './secdash/scans.MAD' (errno: 2)`)).toBe(
    `Can't find file: '…' (errno: 2)`,
  )
  expect(publicText('division by zero: 1/0')).toBe('division by zero: 1/0')
  expect(publicText('column x holds "a/b", expected')).toBe('column x holds "a/b", expected')
})

it('the log is told everything: the whole text, and the stack of what was thrown', () => {
  const long = 'x'.repeat(600)
  expect(failure('query', long).detail).toBe(long)
  const cause = new Error('the cause')
  expect(failure('query', 'for the client', cause).detail).toBe(cause.stack)
  expect(failure('query', 'for the client', 'thrown text').detail).toBe('thrown text')
  delete cause.stack
  expect(failure('query', 'for the client', cause).detail).toBe('Error: the cause')
})

it.each([
  [{ errcode: 261, code: 'ERR_SQLITE_ERROR' }, 'SQLITE 261'],
  [{ errno: 1045, code: 'ER_ACCESS_DENIED_ERROR' }, '1045'],
  [{ errno: -111, code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
  [{ code: '28P01' }, '28P01'],
  [{}, null],
])('a failure has the code of %j, and its detail does not', (fields, code) => {
  const cause = Object.assign(new Error('the cause'), fields)
  expect(failure('query', 'for the client', cause)).toMatchObject({ detail: cause.stack, code })
})

const systemError = (code: string) => Object.assign(new Error(`${code}: x '/srv/x.db'`), { code })
const sqliteError = (errcode: number, message = 'SQLite says so') =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode })

it.each(['ENOENT', 'EACCES', 'EPERM', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'])(
  '%s of the file is a failed connection, and the client is not told the path',
  (code) => {
    const { kind, text, detail } = sqliteFailure(systemError(code))
    expect(kind).toBe('connection')
    expect(text).not.toContain('/srv')
    expect(detail).toContain('/srv/x.db')
  },
)

it.each([
  ['SQLITE_ERROR', 1, 'query'],
  ['SQLITE_BUSY', 5, 'query'],
  ['SQLITE_BUSY_RECOVERY', 261, 'query'],
  ['SQLITE_IOERR_SHORT_READ', 522, 'query'],
  ['SQLITE_READONLY', 8, 'query'],
  ['SQLITE_READONLY_DIRECTORY', 1544, 'connection'],
  ['SQLITE_CORRUPT', 11, 'query'],
  ['SQLITE_CANTOPEN', 14, 'connection'],
  ['SQLITE_CANTOPEN_ISDIR', 526, 'connection'],
  ['SQLITE_NOTADB', 26, 'query'],
])('%s (%i) is a failed %s', (_name, errcode, kind) => {
  expect(sqliteFailure(sqliteError(errcode))).toMatchObject({ kind, text: 'SQLite says so' })
})

it('a value that cannot be told exactly is a failed query that names the column', () => {
  const unreadable = new UnreadableValue('files_scanned', 2 ** 53, 'an integer up to 2^53-1')
  expect(sqliteFailure(unreadable)).toMatchObject({
    kind: 'query',
    text: 'column files_scanned holds 9007199254740992, expected an integer up to 2^53-1',
  })
  const tooLarge = Object.assign(new RangeError('too large'), { code: 'ERR_OUT_OF_RANGE' })
  expect(sqliteFailure(tooLarge)).toMatchObject({ kind: 'query', text: 'too large' })
})

it('an empty file is a failed query', () => {
  expect(sqliteFailure(new EmptyFile())).toMatchObject({
    kind: 'query',
    text: 'the database file is empty',
  })
})

it('a long value is shown in part only', () => {
  const { message } = new UnreadableValue('scan_date', 'x'.repeat(500), 'a date-time')
  expect(message).toBe(`column scan_date holds "${'x'.repeat(79)}…, expected a date-time`)
})

it.each([new TypeError('x is not a function'), 'a thrown text', 7])(
  'what is no fault of the database is a defect: %s',
  (thrown) => {
    const found = sqliteFailure(thrown)
    expect(found).toMatchObject({ kind: 'defect', message: 'Internal server error' })
    expect(found.text).not.toContain('function')
    expect(found.detail).toContain(thrown instanceof Error ? thrown.message : String(thrown))
  },
)

const readerOf = (path: string) => databaseReader(engineAt(`sqlite:${path}`))
const countScans = (path: string) =>
  readerOf(path).read(({ db }) => db.selectFrom('malware_scans').selectAll().execute())

it('real files fail as they should', async () => {
  const folder = temporaryFolder()
  const file = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const cases = [
    [join(folder, 'missing.db'), 'connection'],
    [join(file('file', ''), 'below-a-file.db'), 'connection'],
    [folder, 'connection'],
    [join(folder, 'x'.repeat(300)), 'connection'],
    [file('empty.db', ''), 'query'],
    [file('note.db', 'not a database at all, but a rather long note. '.repeat(100)), 'query'],
  ]
  for (const [path = '', kind] of cases) {
    const error = await countScans(path).catch((reason) => reason)
    expect(error, path).toBeInstanceOf(Failure)
    expect(error, path).toMatchObject({ kind })
    expect(error.text).not.toContain(folder)
  }
})

it('a refusal is an answer: it passes through, and the connection goes on', async () => {
  const { path } = await temporaryDatabase()
  const reader = readerOf(path)
  const refuse = () => Promise.reject(new Refusal('serverNotFound'))
  for (let i = 0; i < 3; i++) {
    await expect(reader.read(refuse)).rejects.toBeInstanceOf(Refusal)
  }
  await reader.close()
  await reader.close()
})

it.each([
  ['ECONNRESET', 'query'],
  ['EAI_AGAIN', 'query'],
  ['PROTOCOL_CONNECTION_LOST', 'query'],
  ['ERR_STREAM_DESTROYED', 'query'],
  ['ERR_SSL_BAD_RECORD_TYPE', 'query'],
  ['ERR_INVALID_ARG_TYPE', 'defect'],
  ['ERR_OUT_OF_RANGE', 'defect'],
])('%s beside MariaDB is of the kind %s', (code, kind) => {
  expect(mariadbFailure(Object.assign(new Error('x'), { code })).kind).toBe(kind)
})
