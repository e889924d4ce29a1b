// Tells on the main thread, within microseconds, whether a file has changed since the last look.
import { DatabaseSync } from 'node:sqlite'
import { TABLE_NAMES } from '../schema/schema.ts'
import type { Token, Watch } from '../watch.ts'
import { primaryCodeOf } from './failure.ts'
import { besideOf, lookAt } from './file.ts'
import { meetsJournal } from './looking-again.ts'

const BUSY = 5

/**
 * To be opened right after another connection of this process has read from `origin`: then the
 * index of the log is there, and nothing has to be recovered on the main thread.
 */
export function openWatch(path: string, origin: string): Watch {
  const beside = besideOf(path)
  // It never waits for a lock: what cannot be told at once is not known.
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  const dataVersion = database.prepare('pragma data_version')
  return {
    read(): Token | null {
      // First, and without a touch of the connection: its shared memory may be gone with the file.
      const file = lookAt(path)
      if (`${file.place};${beside()}` !== origin) {
        throw new Error(`another file took the place of ${path}`)
      }
      try {
        const { data_version } = dataVersion.get() as { data_version: number }
        return { origin, version: `${data_version},${file.identity}` }
      } catch (error) {
        if (primaryCodeOf(error) === BUSY || meetsJournal(error)) return null
        throw error
      }
    },
    close: () => database.close(),
  }
}

/**
 * What a view shows may depend on the clock or on other files: then no token tells of changes. Asked
 * in each snapshot, and looked up again only where the schema is another one.
 */
export function plainTables(database: DatabaseSync): () => boolean {
  const schema = database.prepare('pragma schema_version')
  const tables = database.prepare(
    `select count(*) as number from sqlite_schema
     where type = 'table' and rootpage > 0 and lower(name) in (${TABLE_NAMES.map((it) => `'${it}'`)})`,
  )
  let known: number | undefined
  let isPlain = false
  return () => {
    const { schema_version } = schema.get() as { schema_version: number }
    if (schema_version !== known) {
      isPlain = (tables.get() as { number: number }).number === TABLE_NAMES.length
      known = schema_version
    }
    return isPlain
  }
}
