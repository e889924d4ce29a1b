import type { Failure } from '../../errors.ts'
import { failure } from '../failure/failure.ts'
import { sqliteCode } from '../failure/signs.ts'
import { UnreadableValue } from '../rows/unreadable-value.ts'

const CANTOPEN = 14
/** The folder may not be written, and the files beside a database in WAL mode are not there. */
const READONLY_DIRECTORY = 1544

/** The file is not there, not allowed, or not a file: no connection can be had. */
const CONNECTION_CODES = new Set([
  'ENOENT',
  'EISDIR',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
])

/** SQLite would take it for a new database, and delete the log beside it: even a reader does. */
export class EmptyFile extends Error {
  constructor() {
    super('the database file is empty')
    this.name = 'EmptyFile'
  }
}

interface SqliteError extends Error {
  code?: string
  /** SQLite's extended result code: the low byte is the primary one. */
  errcode?: number
}

/** What SQLite itself says is wrong; undefined where something else does. */
export function primaryCodeOf(error: unknown): number | undefined {
  const { errcode } = error as SqliteError
  return errcode === undefined ? undefined : errcode & 0xff
}

/** By its code: what rows hold may have the same words. */
export const tellsOfDamage = sqliteCode('CORRUPT', 'NOTADB')

/** node:sqlite refuses an integer that a number cannot hold. */
export const isOutOfRange = (error: unknown): boolean =>
  (error as SqliteError).code === 'ERR_OUT_OF_RANGE'

export function sqliteFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return failure('defect', 'unknown failure', error)
  const { code, errcode, message } = error as SqliteError
  if (code !== undefined && CONNECTION_CODES.has(code)) {
    return failure('connection', 'the database file cannot be opened', error)
  }
  if (errcode !== undefined) {
    const isUnopened = primaryCodeOf(error) === CANTOPEN || errcode === READONLY_DIRECTORY
    return failure(isUnopened ? 'connection' : 'query', message, error)
  }
  if (isOutOfRange(error) || error instanceof UnreadableValue || error instanceof EmptyFile) {
    return failure('query', message, error)
  }
  return failure('defect', 'unexpected failure', error)
}
