// One connection to one MariaDB or MySQL server, with values as every engine gives them.
import { connect, isIP } from 'node:net'
import type { Connection } from 'mysql2'
import type { Host, ServerAddress } from '../../address.ts'
import { connectMsOf, LIMITS, type Purpose, type QuestionLimits } from '../servers/session.ts'
import { encryptionOf } from '../servers/tls.ts'
import { keepQuiet } from './guard.ts'

export interface MariadbConnection {
  readonly raw: Connection
  /** False where it is MySQL. */
  readonly isMariadb: boolean
  isAlive(): boolean
  /** At once, whether the server listens or not. */
  destroy(): void
  /** The same with a good-bye, without which the server notes a connection that was broken off. */
  leave(): void
  run(statement: string): Promise<Record<string, unknown>[]>
}

const seconds = (ms: number) => ms / 1000

const READ_ONLY = 'set session transaction isolation level repeatable read, read only'

/**
 * Whatever a server has set for everybody: it may cut answers off, undo what was written, put another
 * character in the place of one, or sort names by how they begin. The driver only asks for its character set
 * when it connects.
 */
const ALWAYS = [
  ...['client', 'connection', 'results'].map((it) => `character_set_${it} = utf8mb4`),
  `time_zone = '+00:00'`,
  `lock_wait_timeout = ${seconds(LIMITS.lockMs)}`,
  'autocommit = 1',
  'sql_big_selects = 1',
  // Names have 255 letters of up to four bytes each.
  'max_sort_length = 1024',
  // With little room a sort is an error. MySQL gives as much by itself, MariaDB more, and MySQL takes
  // none but a whole number that is declared as one.
  'sort_buffer_size = cast(greatest(@@sort_buffer_size, 262144) as unsigned)',
  'sql_select_limit = 18446744073709551615',
]
/** None, also not the one by which a text comes with spaces behind it. */
const PLAIN = `sql_mode = ''`
const reading = ({ statementMs, idleInTransactionMs }: QuestionLimits) => ({
  // A recursive query stops after 1,000 steps otherwise, in MariaDB without a word: the latest scans
  // of a larger fleet would be cut off.
  mariadb: [
    PLAIN,
    'max_recursive_iterations = 4294967295',
    `max_statement_time = ${seconds(statementMs)}`,
    `idle_transaction_timeout = ${Math.ceil(seconds(idleInTransactionMs))}`,
  ],
  mysql: [PLAIN, 'cte_max_recursion_depth = 4294967295', `max_execution_time = ${statementMs}`],
})
/** A day: an import may read much between two statements, and one that is gone holds its locks. */
const WAITING = 'wait_timeout = 86400'
/**
 * What does not fit is refused, not cut, and an empty text is a text. No limit that is meant for
 * questions ends a migration or an import: an index takes long, and so does a large report.
 */
const WRITING = {
  mariadb: [
    `sql_mode = 'TRADITIONAL'`,
    'sql_safe_updates = 0',
    'max_statement_time = 0',
    'idle_transaction_timeout = 0',
    'idle_write_transaction_timeout = 0',
    WAITING,
  ],
  mysql: [`sql_mode = 'TRADITIONAL'`, 'sql_safe_updates = 0', 'max_execution_time = 0', WAITING],
}

const setting = (variables: readonly string[]) =>
  `set ${variables.map((it) => `session ${it}`).join(', ')}`

export async function connectMariadb(
  address: ServerAddress,
  { host, port }: Host,
  purpose: Purpose,
): Promise<MariadbConnection> {
  const connectMs = connectMsOf(purpose)
  const ssl = await encryptionOf(address)
  const place = ssl?.rejectUnauthorized ? verifiedPlace(host, port) : { host, port }
  // A driver takes long to load: only who connects needs one.
  const { createConnection } = await import('mysql2')
  const raw = createConnection({
    ...(address.socket === undefined ? place : { socketPath: address.socket }),
    user: address.user,
    ...(address.password === undefined ? {} : { password: address.password }),
    database: address.database,
    // The driver would take any certificate of a known authority, whatever name it bears.
    ...(ssl === null ? {} : { ssl: { ...ssl, verifyIdentity: ssl.rejectUnauthorized } }),
    charset: 'utf8mb4',
    connectTimeout: connectMs,
    dateStrings: true,
    timezone: 'Z',
    supportBigNumbers: true,
    jsonStrings: true,
    multipleStatements: false,
  })
  keepQuiet(raw)
  let alive = true
  // Without a listener, the loss of an idle connection would end the process.
  for (const event of ['error', 'end'] as const) {
    raw.on(event, () => {
      alive = false
    })
  }
  const run = (sql: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>[]>()
    raw.query({ sql, timeout: connectMs }, (error, rows) =>
      error ? reject(error) : resolve(rows as Record<string, unknown>[]),
    )
    return promise
  }
  const destroy = () => {
    raw.destroy()
    // The driver waits for the server to close its side, and reads what it still sends.
    ;(raw as unknown as Connected).stream.destroy()
  }
  const leave = () => {
    // It is sent at once, if at all.
    if (alive) raw.end()
    destroy()
  }
  try {
    await connected(raw)
    const [row] = await run('select version() as version')
    const isMariadb = String(row?.['version']).includes('MariaDB')
    const own = (purpose === 'writing' ? WRITING : reading(purpose))[
      isMariadb ? 'mariadb' : 'mysql'
    ]
    // In one statement: over a long line each one takes a while.
    await run(setting([...ALWAYS, ...own]))
    if (purpose !== 'writing') await run(READ_ONLY)
    return { raw, isMariadb, run, isAlive: () => alive, destroy, leave }
  } catch (error) {
    destroy()
    throw error
  }
}

/** What the driver's types leave out. With TLS it is exchanged for another: so it is looked up late. */
interface Connected {
  readonly stream: { destroy(): void }
}

/**
 * The driver compares a certificate with a name only, and where it has an IP address instead, with
 * "localhost". An address with a dot at its end passes for a name, and is compared as what it is.
 */
function verifiedPlace(host: string, port: number) {
  if (isIP(host) === 0) return { host, port }
  const stream = () => connect({ host, port, noDelay: true, keepAlive: true })
  return { host: `${host}.`, port, stream }
}

function connected(raw: Connection): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  raw.connect((error) => (error ? reject(error) : resolve()))
  return promise
}
