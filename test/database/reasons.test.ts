// Why a database cannot be had, and what helps. Real servers say these things in test/servers.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { failure } from '../../src/database/failure/failure.ts'
import { knownReasonOf, reasonOf } from '../../src/database/failure/reasons.ts'
import { PROJECT } from '../../src/project.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { secdash } from '../support/terminal.ts'

it('a reason is looked for in what was said, not in the files of the stack', () => {
  const detail = 'Error: odd\n    at open (/etc/ssl/password/ENOENT.js:1:1)'
  expect(knownReasonOf({ detail, code: null })).toBeNull()
  expect(reasonOf({ detail, code: null }).reason).toBe('it cannot be read')
})

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)
const sqliteError = (message: string, errcode: number) =>
  error(message, { code: 'ERR_SQLITE_ERROR', errcode })
const failureOf = (it: Error) => failure('query', it.message, it)

it.each([
  [
    error(`Access denied for user 'u'@'localhost' (using password: YES)`, { errno: 1045 }),
    'user or password are refused',
    `an account without a name comes first (drop user ''@'localhost';)`,
  ],
  [
    error('password authentication failed for user "u"', { code: '28P01' }),
    'user or password are refused',
    'are percent-encoded.',
  ],
  [
    error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'the server asks for a password, and DATABASE_URL has none',
    'USER:PASSWORD@HOST',
  ],
  [
    error('You must SET PASSWORD before executing this statement', { errno: 1820 }),
    'the password of the account has expired',
    'password expire never;',
  ],
  [
    error('Peer authentication failed for user "u"', { code: '28000' }),
    'by the socket only from the system user of the same name',
    'scram-sha-256 in the place of peer',
  ],
  [
    error(`Access denied for user 'u'@'%' to database 'nix'`, { errno: 1044 }),
    'or there is none of this name',
    'Correct its name in DATABASE_URL',
  ],
  [
    error('connect EACCES /run/x.sock', { code: 'EACCES', errno: -13 }),
    'this user may not use the socket',
    'the right to the socket',
  ],
  [
    error('connect ENETUNREACH 10.0.0.6:5432', { code: 'ENETUNREACH', errno: -101 }),
    'no way leads to the host',
    'Correct the host',
  ],
  [
    error('connect ETIMEDOUT', { code: 'ETIMEDOUT', errorno: 'ETIMEDOUT' }),
    'it does not answer in time',
    'the port in DATABASE_URL',
  ],
  [
    error('Received unexpected copyData message from backend.'),
    'another kind of server',
    'the beginning of DATABASE_URL',
  ],
  [
    error('received invalid response: 4a'),
    'another kind of server',
    'the beginning of DATABASE_URL',
  ],
  [
    error('what the server sends is not the protocol of PostgreSQL', { code: 'EPROTO' }),
    'another kind of server',
    'the beginning of DATABASE_URL',
  ],
  [sqliteError('disk I/O error', 10), 'the disk is full, or it fails', 'df -h'],
  [sqliteError('database or disk is full', 13), 'the disk is full, or it fails', 'df -h'],
  [error('n\u2019a pas pu', { code: '53100' }), 'the disk is full, or it fails', 'df -h'],
  [
    sqliteError('unable to open database file', 14),
    'this user may not open it',
    'findmnt -T FOLDER',
  ],
])('%s is told with what helps', (thrown, reason, fix) => {
  const told = reasonOf(failureOf(thrown))
  expect(told.reason).toContain(reason)
  expect(told.fix).toContain(fix)
})

describe('a code decides', () => {
  it.each([
    [{ code: 'HANDSHAKE_NO_SSL_SUPPORT' }, 'the server offers no encryption'],
    [{ errno: 3159 }, 'the server does not let this account in from here, or only with encryption'],
    [{ code: 'ECONNREFUSED', errno: -111 }, 'nobody listens there'],
    [{ code: 'ENOTFOUND', errno: -3008 }, 'the name of the host is unknown'],
    [{ code: '53300' }, 'the server has no connection left'],
    [{ errno: 1040 }, 'the server has no connection left'],
    [{ errno: 4151 }, 'the account is locked'],
    [{ errno: 1698 }, 'user or password are refused'],
    [{ code: '28P01' }, 'user or password are refused'],
    [{ code: '28000' }, 'the server does not let this account in from here'],
    [{ code: '3D000' }, 'there is no such database'],
    [{ code: '3F000' }, 'none of the schemas on the search path of the account is there'],
    [
      { code: '25006' },
      'the server takes no changes: it is a standby or a replica, or set to be read only',
    ],
    [{ code: '55P03' }, 'a writer has locked it'],
    [{ errno: 1205 }, 'a writer has locked it'],
    [{ errcode: 5 }, 'a writer has locked it'],
    [{ errcode: 261 }, 'a writer has locked it'],
    [{ code: '57014' }, 'it does not answer in time'],
    [{ errno: 1969 }, 'it does not answer in time'],
    [{ errcode: 266 }, 'the disk is full, or it fails'],
    [{ code: 'EISDIR' }, 'it is no database, but a folder or something else that is no file'],
    [{ code: 'ENOENT', errno: -2 }, 'there is no such file'],
    [{ errcode: 11 }, 'it is no database, or a broken one'],
    [
      { errcode: 1544 },
      'the file beside it that readers share is missing, and this user may not make it',
    ],
  ])('in whatever language: %j', (fields, reason) => {
    expect(knownReasonOf(failureOf(error('слова', fields)))?.reason).toBe(reason)
  })

  it.each([
    [error('column "password" does not exist', { code: '42703' }), null],
    [error('malformed array literal: "x"', { code: '22P02' }), null],
    [error('relation "locked" does not exist', { code: '42P01' }), null],
    [
      error(`ENOENT: no such file or directory, stat '/srv/ssl/x.db'`, { code: 'ENOENT' }),
      'there is no such file',
    ],
    [error(`The server is running with the --secure-file-priv option`, { errno: 1290 }), null],
    [error('no\n    code: 28P01'), null],
  ])('and not words that happen to stand there: %s', (thrown, reason) => {
    expect(knownReasonOf(failureOf(thrown))?.reason ?? null).toBe(reason)
  })
})

describe('a socket on which nobody listens', () => {
  const SOCKET = 'nobody listens on this socket'

  it.each([
    ['postgres', 'missing'],
    ['postgres', 'a-file'],
    ['mariadb', 'missing'],
    ['mariadb', 'a-file'],
  ])('is no missing file of SQLite: %s, %s', async (scheme, name) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a-file'), '')
    const url = `${scheme}://reader@/secdash?socket=${join(folder, name)}`
    const { code, stdout } = await secdash(['check', '--database', url])
    expect([code, stdout]).toEqual([1, expect.stringContaining(SOCKET)])
    expect(stdout).toContain('Start the database server, or correct socket=PATH in DATABASE_URL.')
  })
})

describe('a disk without room', () => {
  const REPORT = '----------- SCAN SUMMARY -----------\nInfected files: 0\n'

  it.each([
    ['resolve', ['detection', '1', '--by', 'me', '--note', 'gone']],
    ['import', ['clamav', 'REPORT']],
    ['migrate', []],
  ])('is told by secdash %s, and nothing else in its place', async (command, args) => {
    const { path } = await temporaryDatabase()
    const report = `${path}.log`
    writeFileSync(report, REPORT)
    const database = command === 'migrate' ? `sqlite:${path}.new` : `sqlite:${path}`
    const cli = join(PROJECT, 'src', 'cli.ts')
    // No file can grow, as on a full disk. The signal that comes with it would end the process.
    const bounded = ['-c', `trap '' XFSZ; ulimit -f 0; exec "$0" "$@"`, process.execPath, cli]
    const operands = args.map((it) => (it === 'REPORT' ? report : it))
    const all = [...bounded, command, ...operands, '--database', database]
    const { code, stderr } = await promisify(execFile)('sh', all).catch((it) => it)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^secdash: .*: the disk is full, or it fails.*Make room on the file system.*\n$/,
      ),
    ])
  })
})

/** Root may write everywhere, so as root it is run as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

it('a file that may be read and not written is told to who writes, as a matter of its rights', async () => {
  const { path } = await temporaryDatabase()
  chmodSync(dirname(path), 0o755)
  for (const it of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(it)) chmodSync(it, 0o444)
  const cli = join(PROJECT, 'src', 'cli.ts')
  const args = ['resolve', 'detection', '1', '--by', 'me', '--note', 'gone']
  const all = [cli, ...args, '--database', `sqlite:${path}`]
  await expect(promisify(execFile)(process.execPath, all, NOBODY)).rejects.toMatchObject({
    code: 1,
    stderr: `secdash: the database sqlite:${path} cannot be written: this user may not write to the file or its folder; run it as one who may: see "WAL mode" in docs/database.md. If it has the right, the file system may be mounted read-only: findmnt -T FOLDER\n`,
  })
})
