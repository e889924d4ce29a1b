import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { newFolder } from '../folders.ts'
import { type NewDatabase, plainColumns, type TestEngine } from './test-engine.ts'

let template: Promise<Buffer> | undefined

/** A file with the tables and nothing in them, made once and written anew for each test. */
export function migratedFile(): Promise<Buffer> {
  template ??= newFile()
  return template
}

async function newFile(): Promise<Buffer> {
  const folder = newFolder('template')
  const path = join(folder, 'template.db')
  await migrate(engineAt(`sqlite:${path}`))
  const file = readFileSync(path)
  rmSync(folder, { recursive: true })
  return file
}

export async function newSqliteDatabase(): Promise<NewDatabase> {
  const file = await migratedFile()
  const folder = newFolder('test')
  const path = join(folder, 'test.db')
  writeFileSync(path, file)
  return {
    url: `sqlite:${path}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

export const sqlite: TestEngine = {
  newDatabase: newSqliteDatabase,
  plainColumnOf: plainColumns({
    id: 'integer primary key',
    integer: 'integer',
    real: 'real',
    text: 'text',
    dateTime: 'text',
  }),
  plainSuffix: '',
  bytes: 'blob',
}
