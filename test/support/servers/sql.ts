import { CompiledQuery } from 'kysely'
import { engineAt } from '../../../src/database/connect.ts'

/** Runs statements with the right to write, on a connection of their own. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const db = await engineAt(url).openForWriting()
  try {
    for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement))
  } finally {
    await db.destroy()
  }
}
