// What can befall a database file, each with its cure. A process that opens and closes the file by
// itself loses the locks that SQLite holds on it in that process; so whatever touches a file in
// place is done by another process, and here files are only moved.
import { copyFileSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { FAILURES } from '../../src/errors.ts'
import { migratedFile } from './databases/sqlite.ts'
import { moveTo } from './generations.ts'
import { startLock } from './lock-process.ts'
import { elsewhere } from './other-process.ts'

export interface Fault {
  readonly name: string
  /** The contract's text, meanwhile. */
  readonly error: string
  /** What the compliance endpoint adds to it, if anything. */
  readonly message?: RegExp
  /** Which questions fail; the others are answered as if nothing were. */
  readonly harms: RegExp
  /** Returns the cure. */
  cause(path: string): Promise<() => unknown>
}

/** A closed file of this generation: nothing is left in a write-ahead log. */
export async function createDatabase(path: string, g: number): Promise<void> {
  writeFileSync(path, await migratedFile())
  const db = new DatabaseSync(path)
  moveTo(g, db, Date.now())
  db.close()
}

/** Moves what is in the log into the file. Waits for readers, and fails when it cannot be done. */
export const emptyLog = (path: string) =>
  elsewhere(
    path,
    `const db = new DatabaseSync(path, { timeout: 10000 })
    const { busy } = db.prepare('pragma wal_checkpoint(truncate)').get()
    db.close()
    if (busy) throw new Error('busy')`,
  )

const ALL = /./

/** A file takes the place of the database in one step; the cure is the database itself. */
async function exchange(path: string, content: string | Uint8Array) {
  writeFileSync(`${path}.new`, content)
  renameSync(path, `${path}.away`)
  renameSync(`${path}.new`, path)
  return () => renameSync(`${path}.away`, path)
}

/** What another process does to the file in place; the cure is a copy from before. */
async function spoil(path: string, script: string) {
  await elsewhere(path, `fs.copyFileSync(path, path + '.good'); ${script}`)
  return () => renameSync(`${path}.good`, path)
}

/** A change of the tables, and back. */
async function change(path: string, there: string, back: string) {
  await elsewhere(path, `sql(${JSON.stringify(there)})`)
  return () => elsewhere(path, `sql(${JSON.stringify(back)})`)
}

const connection = { error: FAILURES.connection, harms: ALL }
const query = (message: RegExp, harms = ALL) => ({ error: FAILURES.query, message, harms })
const MALFORMED = /^database disk image is malformed$/
/** A log that is left over may hold a first page that is none of its own. */
const NO_DATABASE = /^(file is not a database|database disk image is malformed)$/

/** No two bytes in a row that a page could begin with, and the same each time. */
const noise = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i * 7919 + 13) % 251)

export const FAULTS: readonly Fault[] = [
  {
    name: 'missing',
    ...connection,
    async cause(path) {
      renameSync(path, `${path}.away`)
      return () => renameSync(`${path}.away`, path)
    },
  },
  {
    name: 'deleted with its log, and created anew',
    ...connection,
    async cause(path) {
      copyFileSync(`${path}.copy`, `${path}.new`)
      for (const part of ['', '-wal', '-shm']) rmSync(path + part, { force: true })
      return () => renameSync(`${path}.new`, path)
    },
  },
  {
    name: 'a folder',
    ...connection,
    async cause(path) {
      renameSync(path, `${path}.away`)
      mkdirSync(path)
      return () => {
        rmdirSync(path)
        renameSync(`${path}.away`, path)
      }
    },
  },
  {
    name: 'empty',
    ...query(/^the database file is empty$/),
    cause: (path) => exchange(path, ''),
  },
  {
    name: 'a text',
    ...query(NO_DATABASE),
    cause: (path) => exchange(path, 'Dear operator, this is a note. '.repeat(500)),
  },
  {
    name: 'random bytes',
    ...query(NO_DATABASE),
    cause: (path) => exchange(path, noise),
  },
  {
    name: 'overwritten from the second page on',
    ...query(MALFORMED),
    cause: (path) =>
      spoil(
        path,
        `const file = fs.openSync(path, 'r+'); fs.writeSync(file, Buffer.alloc(fs.fstatSync(file).size - 4096, 0xab), 0, null, 4096); fs.closeSync(file)`,
      ),
  },
  {
    name: 'cut off within the second page',
    ...query(MALFORMED),
    cause: (path) => spoil(path, 'fs.truncateSync(path, 5000)'),
  },
  {
    name: 'without a table',
    ...query(/^no such table: compliance_findings$/, /action=(server|findings|categories)/),
    cause: (path) =>
      change(
        path,
        'alter table compliance_findings rename to gone',
        'alter table gone rename to compliance_findings',
      ),
  },
  {
    name: 'without a table that two endpoints read',
    ...query(/^no such table/, /malware|posture/),
    cause: (path) =>
      change(
        path,
        'alter table malware_detections rename to gone',
        'alter table gone rename to malware_detections',
      ),
  },
  {
    name: 'without a column',
    ...query(/^no such column: /, /scans.php$|action=(server|findings)/),
    cause: (path) =>
      change(
        path,
        'alter table compliance_scans rename column server_type to kind',
        'alter table compliance_scans rename column kind to server_type',
      ),
  },
]

/** A file without a write-ahead log, which a writer locks as a whole. */
export const LOCKED: Fault = {
  name: 'locked by another process',
  ...query(/^database is locked$/),
  async cause(path) {
    const lock = await startLock(path, 'begin exclusive')
    return lock.release
  },
}
