// What the file system says of a database file.
import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

interface FileLook {
  /** Which file it is that has this path. */
  readonly place: string
  /**
   * A file that was replaced has the same path and another identity; one that was overwritten in
   * place has another size or time, and the time of its last change nobody can set back. An open connection
   * would go on with what it had.
   */
  readonly identity: string
  readonly isEmpty: boolean
}

export function lookAt(path: string): FileLook {
  const file: BigIntStats = statSync(path, { bigint: true })
  if (!file.isFile()) throw notAFile(path)
  const place = placeIn(file)
  return {
    place,
    identity: `${place},${file.size},${file.mtimeNs},${file.ctimeNs}`,
    isEmpty: file.size === 0n,
  }
}

const notAFile = (path: string) =>
  Object.assign(new Error(`${path} is not a file`), { code: 'EISDIR' })

/** SQLite has one text for all of this: that it is unable to open the file. */
export function assertRoomFor(path: string): void {
  const file = statSync(path, { throwIfNoEntry: false })
  if (file !== undefined) {
    if (!file.isFile()) throw notAFile(path)
    return
  }
  const folder = dirname(path)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw Object.assign(new Error(`there is no folder ${folder}`), { code: 'ENOENT' })
  }
}

/** Which file it is that has this path; empty where there is none, or none that can be looked at. */
export function placeOf(path: string): string {
  try {
    const file = statSync(path, { bigint: true, throwIfNoEntry: false })
    return file === undefined ? '' : placeIn(file)
  } catch {
    // Why it cannot, whoever opens it is told.
    return ''
  }
}

/** Which file it is, and when it was touched last, which nobody can set back; null where that is unknown. */
export function stateOf(path: string): string | null {
  try {
    const file = statSync(path, { bigint: true })
    return `${placeIn(file)},${file.ctimeNs}`
  } catch {
    return null
  }
}

const placeIn = ({ dev, ino }: BigIntStats): string => `${dev},${ino}`

/**
 * The log and its index, which all connections to a database share in WAL mode. Where one of them is gone, a
 * writer makes another, of which nobody knows who has the old one. They lie beside the database itself, not
 * beside a link to it. To be asked once, when the database is opened: links may change.
 */
export function besideOf(path: string): () => string {
  const real = realpathSync.native(path)
  return () => `${placeOf(`${real}-shm`)};${placeOf(`${real}-wal`)}`
}
