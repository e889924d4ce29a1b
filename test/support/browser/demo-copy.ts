// The demo's data in a file of the test's own.
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { type TestDatabase, temporaryFolder } from '../database.ts'

export async function demoCopy(): Promise<TestDatabase> {
  const path = join(temporaryFolder(), 'demo.db')
  copyFileSync(inject('demoDatabase'), path)
  const url = `sqlite:${path}`
  const db = await engineAt(url).openForWriting()
  onTestFinished(() => db.destroy())
  return {
    url,
    path,
    db,
    async insert(table, ...rows) {
      await db
        .insertInto(table)
        .values(rows as never)
        .execute()
    },
  }
}
