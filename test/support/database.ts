// A real database with the service's own tables, thrown away after the test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable, Kysely } from 'kysely'
import { inject, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import type { Tables } from '../../src/database/schema/tables.ts'
import { mariadb } from './databases/mariadb.ts'
import { postgres } from './databases/postgres.ts'
import { sqlite } from './databases/sqlite.ts'
import type { TestEngine, TestTables } from './databases/test-engine.ts'
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

const ENGINES: Readonly<Record<EngineName, TestEngine>> = { sqlite, postgres, mariadb }

/** The engine that this run is about. */
export const testEngine = (): TestEngine => ENGINES[inject('engine')]

export async function temporaryDatabase(tables: TestTables = 'service'): Promise<TestDatabase> {
  const { url, drop } = await testEngine().newDatabase(inject('server'), tables)
  const db = await engineAt(url).openForWriting()
  // Kysely ends only a connection that it has used.
  await db.connection().execute(async () => {})
  onTestFinished(async () => {
    await db.destroy()
    await drop()
  })
  return {
    url,
    path: url.replace(/^sqlite:/, ''),
    db,
    insert: insertingInto(db),
  }
}

/** SQLite binds at most 32,766 values in one statement. */
const ROWS_A_STATEMENT = 500

export const insertingInto =
  (db: Kysely<Tables>): TestDatabase['insert'] =>
  async (table, ...rows) => {
    for (let i = 0; i < rows.length; i += ROWS_A_STATEMENT) {
      await db
        .insertInto(table)
        .values(rows.slice(i, i + ROWS_A_STATEMENT) as never)
        .execute()
    }
  }
