// Why a database cannot be had, and what helps. Real servers say these things in test/servers.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { knownReasonOf, reasonOf } from '../src/database/failure/reasons.ts'
import { temporaryDatabase, temporaryFolder } from './support/database.ts'
import { secdash } from './support/terminal.ts'

it('a reason is looked for in what was said, not in the files of the stack', () => {
  const stack = 'Error: odd\n    at open (/etc/ssl/password/ENOENT.js:1:1)'
  expect(knownReasonOf(stack)).toBeNull()
  expect(reasonOf(stack).reason).toBe('it cannot be read')
})

it.each([
  [
    `Access denied for user 'u'@'localhost' (using password: YES)\n    code: 1045`,
    'user or password are refused',
    `an account without a name comes first (drop user ''@'localhost';)`,
  ],
  [
    'password authentication failed for user "u"\n    code: 28P01',
    'user or password are refused',
    'are percent-encoded.',
  ],
  [
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'the server asks for a password, and DATABASE_URL has none',
    'USER:PASSWORD@HOST',
  ],
  [
    'You must SET PASSWORD before executing this statement\n    code: 1820',
    'the password of the account has expired',
    'password expire never;',
  ],
  [
    'Peer authentication failed for user "u"\n    code: 28000',
    'by the socket only from the system user of the same name',
    'scram-sha-256 in the place of peer',
  ],
  [
    `Access denied for user 'u'@'%' to database 'nix'\n    code: 1044`,
    'or there is none of this name',
    'Correct its name in DATABASE_URL',
  ],
  ['connect EACCES /run/x.sock', 'this user may not use the socket', 'the right to the socket'],
  ['connect ENETUNREACH 10.0.0.6:5432', 'no way leads to the host', 'Correct the host'],
  ['connect ETIMEDOUT', 'it does not answer in time', 'the port in DATABASE_URL'],
  [
    'Received unexpected copyData message from backend.',
    'another kind of server',
    'the beginning of DATABASE_URL',
  ],
  ['received invalid response: 4a', 'another kind of server', 'the beginning of DATABASE_URL'],
  [
    'what the server sends is not the protocol of PostgreSQL\n    code: EPROTO',
    'another kind of server',
    'the beginning of DATABASE_URL',
  ],
  ['disk I/O error', 'the disk is full, or it fails', 'df -h'],
  ['database or disk is full', 'the disk is full, or it fails', 'df -h'],
  ['n\u2019a pas pu\n    code: 53100', 'the disk is full, or it fails', 'df -h'],
  ['unable to open database file', 'this user may not open it', 'findmnt -T FOLDER'],
])('%j is told with what helps', (said, reason, fix) => {
  const told = reasonOf(`Error: ${said}`)
  expect(told.reason).toContain(reason)
  expect(told.fix).toContain(fix)
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
    const cli = join(import.meta.dirname, '..', 'src', 'cli.ts')
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
  const cli = join(import.meta.dirname, '..', 'src', 'cli.ts')
  const args = ['resolve', 'detection', '1', '--by', 'me', '--note', 'gone']
  const all = [cli, ...args, '--database', `sqlite:${path}`]
  await expect(promisify(execFile)(process.execPath, all, NOBODY)).rejects.toMatchObject({
    code: 1,
    stderr: `secdash: the database sqlite:${path} cannot be written: this user may not write to the file; run it as one who may: see "WAL mode" in docs/database.md\n`,
  })
})
