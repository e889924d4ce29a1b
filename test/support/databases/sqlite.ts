import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/migrate.ts'
import type { NewDatabase } from './postgres.ts'

export async function newSqliteDatabase(): Promise<NewDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'secdash-test-'))
  const url = `sqlite:${join(folder, 'test.db')}`
  await migrate(engineAt(url))
  return { url, drop: async () => rmSync(folder, { recursive: true, force: true }) }
}
