// What the file system says of a database file.
import { type BigIntStats, statSync } from 'node:fs'

/**
 * A file that was replaced has the same path and another identity; one that was overwritten in
 * place has another size or time. An open connection would go on with what it had.
 */
export function fileIdentity(path: string): string {
  const file: BigIntStats = statSync(path, { bigint: true })
  if (!file.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: 'EISDIR' })
  const { dev, ino, size, mtimeNs } = file
  return [dev, ino, size, mtimeNs].join()
}

/** Which file it is that has this path; empty where there is none. */
export function placeOf(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file === undefined ? '' : `${file.dev},${file.ino}`
}

/** The file beside a database that all of its connections share, in WAL mode. */
export const indexOf = (path: string): string => `${path}-shm`
