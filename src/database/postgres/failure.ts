import type { Failure } from '../../errors.ts'
import { failure } from '../failure/failure.ts'
import { UnreadableValue } from '../rows/unreadable-value.ts'

export function postgresFailure(error: unknown): Failure {
  if (error instanceof UnreadableValue) return failure('query', error.message, error)
  if (isOfServer(error)) return failure('query', textOf(error), error)
  if (error instanceof Error && isLoss(error)) {
    return failure('query', 'the connection to the database was lost', error)
  }
  return failure('defect', 'unexpected failure', error)
}

type ServerError = Error & { readonly code?: string }

/** Only what the server itself reports has a severity. */
const isOfServer = (error: unknown): error is ServerError =>
  error instanceof Error && 'severity' in error

/**
 * What is wrong with a value (class 22), a routine (38, P0) or a file (58) is told with that in quotes,
 * those of the server's language: it may be what a client has asked with, or a path. Elsewhere these
 * are names of tables and columns.
 */
const textOf = ({ message, code = '' }: ServerError): string =>
  /^(22|38|58|P0)/.test(code) ? message.replace(/["«»„“].*["«»“”]/s, '"…"') : message

/** What the driver says when a connection ends or falls silent under a query. */
const isLoss = ({ message, ...error }: Error & { code?: string }): boolean =>
  /^(E[A-Z]+)$/.test(error.code ?? '') ||
  /Connection terminated|Query read timeout|not queryable|connection error|Client was closed|invalid response/i.test(
    message,
  )
