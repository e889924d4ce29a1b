import type { Failure } from '../../errors.ts'
import { failure, UnreadableValue } from '../failure.ts'

export function postgresFailure(error: unknown): Failure {
  if (error instanceof UnreadableValue || isOfServer(error)) {
    return failure('query', error.message, error)
  }
  if (error instanceof Error && isLoss(error)) {
    return failure('query', 'the connection to the database was lost', error)
  }
  return failure('defect', 'unexpected failure', error)
}

/** Only what the server itself reports has a severity. */
const isOfServer = (error: unknown): error is Error => error instanceof Error && 'severity' in error

/** What the driver says when a connection ends or falls silent under a query. */
const isLoss = ({ message, ...error }: Error & { code?: string }): boolean =>
  /^(E[A-Z]+)$/.test(error.code ?? '') ||
  /Connection terminated|Query read timeout|not queryable|connection error|Client was closed/i.test(
    message,
  )
