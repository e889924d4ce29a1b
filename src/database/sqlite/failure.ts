import type { Failure } from '../../errors.ts'
import { failure, UnreadableValue } from '../failure.ts'

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

export function sqliteFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return failure('defect', 'unknown failure', error)
  const { code, errcode, message } = error as SqliteError
  if (code !== undefined && CONNECTION_CODES.has(code)) {
    return failure('connection', 'the database file cannot be opened', error)
  }
  if (errcode !== undefined) {
    return failure(isUnopened(errcode) ? 'connection' : 'query', message, error)
  }
  // node:sqlite refuses integers that a JavaScript number cannot hold.
  const isOfData = error instanceof UnreadableValue || error instanceof EmptyFile
  if (code === 'ERR_OUT_OF_RANGE' || isOfData) {
    return failure('query', message, error)
  }
  return failure('defect', 'unexpected failure', error)
}

const isUnopened = (errcode: number): boolean =>
  (errcode & 0xff) === CANTOPEN || errcode === READONLY_DIRECTORY
