// One connection to one PostgreSQL server, with values as every engine gives them.
import type pg from 'pg'
import type { Host, ServerAddress } from '../../address.ts'
import { exactNumber } from '../rows/exact-number.ts'
import { connectMsOf, LIMITS, type Purpose, type QuestionLimits } from '../servers/session.ts'
import { encryptionOf } from '../servers/tls.ts'
import { guardParser } from './guard.ts'

const OID = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  json: 114,
  jsonb: 3802,
}

/** Numbers as numbers, the rest as text. */
function valueTypes({ TypeOverrides }: typeof pg) {
  const types = new TypeOverrides()
  for (const oid of [OID.int8, OID.numeric]) types.setTypeParser(oid, exactNumber)
  for (const oid of [OID.date, OID.timestamp, OID.timestamptz, OID.json, OID.jsonb]) {
    types.setTypeParser(oid, (text) => text)
  }
  return types
}

/**
 * How the server is to plan an answer. Its defaults price a seek as on a disk that turns, so it reads
 * tables whole for a few rows; it starts parallel workers that take longer to start than the work takes;
 * and it may compile a query that runs for milliseconds.
 */
const PLANNING = ['random_page_cost=1.1', 'parallel_setup_cost=5000', 'jit=off']

const readOnly = ({ statementMs, idleInTransactionMs }: QuestionLimits) => [
  ...PLANNING,
  'default_transaction_read_only=on',
  `statement_timeout=${statementMs}`,
  `lock_timeout=${LIMITS.lockMs}`,
  `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
]
/**
 * No limit that is meant for questions ends a migration or an import: these may take long. And whoever
 * had to wait for another one sees what that has done.
 */
const WRITING = [
  String.raw`default_transaction_isolation=read\ committed`,
  'statement_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'idle_session_timeout=0',
]
/** PostgreSQL 17 and later have this one; others would refuse a session that names it. */
const NO_TRANSACTION_LIMIT = `select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`
const ALWAYS = ['timezone=UTC', 'datestyle=ISO', 'client_encoding=UTF8', 'extra_float_digits=1']

export interface PostgresConnection {
  readonly client: pg.Client
  isAlive(): boolean
  /** At once, whether the server listens or not. */
  destroy(): void
}

export async function connectPostgres(
  address: ServerAddress,
  { host, port }: Host,
  purpose: Purpose,
): Promise<PostgresConnection> {
  const settings = [...ALWAYS, ...(purpose === 'writing' ? WRITING : readOnly(purpose))]
  // A driver takes long to load: only who connects needs one.
  const { default: driver } = await import('pg')
  const client = new driver.Client({
    host: address.socket ?? host,
    port,
    user: address.user || undefined,
    password: address.password,
    database: address.database,
    ssl: (await encryptionOf(address)) ?? false,
    types: valueTypes(driver),
    options: settings.map((it) => `-c ${it}`).join(' '),
    connectionTimeoutMillis: connectMsOf(purpose),
    ...(purpose === 'writing' ? {} : { query_timeout: purpose.answerMs }),
    keepAlive: true,
    application_name: 'secdash',
  })
  guardParser(client)
  let alive = true
  // Without a listener, the loss of an idle connection would end the process.
  client.on('error', () => {
    alive = false
  })
  client.on('end', () => {
    alive = false
  })
  // Looked up late: with TLS the stream is exchanged for another.
  const destroy = () => (client as unknown as Connected).connection.stream.destroy()
  try {
    await client.connect()
    if (purpose === 'writing') await client.query(NO_TRANSACTION_LIMIT)
  } catch (error) {
    destroy()
    throw error
  }
  return { client, isAlive: () => alive, destroy }
}

/** What the driver's types leave out: its own way to end takes a server that listens. */
interface Connected {
  readonly connection: { readonly stream: { destroy(): void } }
}
