import type { Failure } from '../../errors.ts'
import { failure } from '../failure/failure.ts'
import { UnreadableValue } from '../rows/unreadable-value.ts'

interface MysqlError extends Error {
  code?: string
  sqlState?: string
  /** The server's own words; absent when the error is the driver's or the network's. */
  sqlMessage?: string
}

/** A refusal names the account and the host that it came from: 'reader'@'10.0.0.5'. */
const ACCOUNT = /'[^']*'@'[^']*'/g
/** What is behind a table of another server says where that is: Can't connect to server on 'db2'. */
const OTHER_HOST = / on '[^']*'(?= \()/g
/** What is wrong with a value is told with that value, or with the expression of a view that gives it. */
const OF_A_VALUE = /^22/
/** To the end: a long expression is cut by the server, and its closing quote with it. */
const QUOTED = /'.*/s

/** What the system says of a line, the driver of the other end, and Node of a socket. */
const LOSS = /^(E[A-Z]+$|EAI_|PROTOCOL_|ER_|ERR_(SOCKET|SSL|STREAM|TLS)_)/

export function mariadbFailure(error: unknown): Failure {
  if (error instanceof UnreadableValue) return failure('query', error.message, error)
  if (!(error instanceof Error)) return failure('defect', 'unexpected failure', error)
  const { code, sqlState = '', sqlMessage } = error as MysqlError
  if (sqlMessage !== undefined && sqlMessage !== '') {
    const words = OF_A_VALUE.test(sqlState)
      ? sqlMessage.replace(QUOTED, `'…'`)
      : sqlMessage.replace(ACCOUNT, 'this account').replace(OTHER_HOST, '')
    return failure('query', words, error)
  }
  if (code !== undefined && LOSS.test(code)) {
    return failure('query', 'the connection to the database was lost', error)
  }
  return failure('defect', 'unexpected failure', error)
}
