// A real database with the service's own tables, thrown away after the test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Insertable, Kysely } from 'kysely'
import { onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Tables } from '../../src/database/tables.ts'

export interface TestDatabase {
  readonly url: string
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

export async function temporaryDatabase(): Promise<TestDatabase> {
  const path = join(temporaryFolder(), 'test.db')
  const url = `sqlite:${path}`
  await migrate(engineAt(url))
  const db = await engineAt(url).openForWriting()
  onTestFinished(() => db.destroy())
  return {
    url,
    path,
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
