// The same reports give the same rows on every engine: each is held against SQLite.
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { IMPORT_TABLE_NAMES } from '../../../src/database/schema/import-tables.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import type { Tables } from '../../../src/database/schema/tables.ts'
import { temporaryDatabase, temporaryFolder } from '../../support/database.ts'
import { ownReport } from '../../support/imported.ts'
import { secdash } from '../../support/terminal.ts'

/** Ids count on where a transaction is undone on some engines, and the clock runs. */
async function rowsOf(db: Kysely<Tables>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  for (const table of [...TABLE_NAMES, ...IMPORT_TABLE_NAMES]) {
    const all = await db
      .selectFrom(table as 'malware_scans')
      .selectAll()
      .execute()
    rows[table] = all.map((row) => {
      const kept = Object.entries(row).filter(
        ([column]) => !/_id$|^superseded_by$|^imported_at$|^resolution_notes$|^note$/.test(column),
      )
      return JSON.stringify(Object.fromEntries(kept))
    })
    rows[table].sort()
  }
  return rows
}

const imported = (url: string) =>
  secdash(
    ['import', 'auto', ownReport('.'), '--server', 'web-01', '--scope', '/srv/demo', '--json'],
    { DATABASE_URL: url },
  )

it('all reports at once give the same rows as in SQLite, and nothing new the second time', async () => {
  const { url, db } = await temporaryDatabase('all')
  const other = `sqlite:${join(temporaryFolder(), 'other.db')}`
  await migrate(engineAt(other))
  const [here, there] = [await imported(url), await imported(other)]
  const withoutIds = (text: string) => text.replace(/"(scanId|postureId|by)": \d+/g, '')
  expect(withoutIds(here.stdout)).toBe(withoutIds(there.stdout))
  expect(here.code).toBe(0)
  const sqlite = await engineAt(other).openForWriting()
  const rows = await rowsOf(db)
  expect(rows).toEqual(await rowsOf(sqlite))
  expect(rows['malware_detections']?.length).toBeGreaterThan(50)
  expect(rows['compliance_findings']?.length).toBeGreaterThan(100)
  await sqlite.destroy()

  await imported(url)
  const again = await rowsOf(db)
  expect({ ...again, secdash_import_turn: null }).toEqual({ ...rows, secdash_import_turn: null })
})
