// A real database with the service's own tables, thrown away after the test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable, Kysely } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import type { Tables } from '../../src/database/tables.ts'
import { newMariadbDatabase } from './databases/mariadb.ts'
import { type NewDatabase, newPostgresDatabase } from './databases/postgres.ts'
import { newSqliteDatabase } from './databases/sqlite.ts'
import type { EngineName } from './engines.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: EngineName
    /** The address of the server of this run; DATABASE stands for a database on it. */
    server: string
  }
}

export interface TestDatabase {
  readonly url: string
  /** The file, where the engine is SQLite. */
  readonly path: string
  /** With the right to write, as a producer has it. */
  readonly db: Kysely<Tables>
  insert<Name extends keyof Tables>(table: Name, ...rows: Insertable<Tables[Name]>[]): Promise<void>
}

/** A folder of its own, removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'secdash-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const NEW: Readonly<Record<EngineName, () => Promise<NewDatabase>>> = {
  sqlite: newSqliteDatabase,
  postgres: () => newPostgresDatabase(inject('server')),
  mariadb: () => newMariadbDatabase(inject('server')),
}

/** Which engine this run is about. */
export const engineName = (): EngineName => inject('engine')

export async function temporaryDatabase(): Promise<TestDatabase> {
  const { url, drop } = await NEW[engineName()]()
  const db = await engineAt(url).openForWriting()
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return {
    url,
    path: url.replace(/^sqlite:/, ''),
    db,
    async insert(table, ...rows) {
      // SQLite binds at most 32,766 values in one statement.
      for (let i = 0; i < rows.length; i += 500) {
        await db
          .insertInto(table)
          .values(rows.slice(i, i + 500) as never)
          .execute()
      }
    },
  }
}
