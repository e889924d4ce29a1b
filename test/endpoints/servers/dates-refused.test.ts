// What the tables of a server refuse: dates of its own that no answer could tell.
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { temporaryDatabase } from '../../support/database.ts'
import { detection, malwareScan } from '../../support/rows.ts'

const isMariadb = inject('engine') === 'mariadb'

const REFUSED = isMariadb
  ? ['0000-00-00 00:00:00', '2026-00-10 00:00:00', '2026-03-00 00:00:00', '2026-02-30 00:00:00']
  : ['infinity', '-infinity', '0044-03-15 00:00:00 BC', '10000-01-01 00:00:00']

const TAKEN = ['0001-01-01 00:00:00', '2024-02-29 23:59:59', '9999-12-31 23:59:59']

async function emptyDatabase() {
  const database = await temporaryDatabase()
  // The mode that takes the most.
  if (isMariadb) await sql`set session sql_mode = 'ALLOW_INVALID_DATES'`.execute(database.db)
  return database
}

it.each(REFUSED)('refuse %s', async (date) => {
  const { insert } = await emptyDatabase()
  await expect(insert('malware_scans', malwareScan({ scan_date: date }))).rejects.toThrow()
  await expect(insert('malware_detections', detection({ resolved_at: date }))).rejects.toThrow()
})

it.each(TAKEN)('take %s', async (date) => {
  const { db, insert } = await emptyDatabase()
  await insert('malware_scans', malwareScan({ scan_date: date }))
  await insert(
    'malware_detections',
    detection({ resolved_at: date }),
    detection({ resolved_at: null }),
  )
  const rows = await db
    .selectFrom('malware_detections')
    .select('resolved_at')
    .orderBy('detection_id')
    .execute()
  expect(rows).toEqual([{ resolved_at: date }, { resolved_at: null }])
})
