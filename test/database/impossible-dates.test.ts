// Our tables refuse dates that do not exist; a view over an operator's own may hold them.
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dateTime } from '../../src/database/rows/record.ts'
import { testService } from '../support/service.ts'

const IMPOSSIBLE = [
  '0000-00-00 00:00:00',
  '2026-00-10 00:00:00',
  '2026-13-01 00:00:00',
  '2026-03-00 00:00:00',
  '2026-03-32 00:00:00',
  '2026-02-30 00:00:00',
  '2026-02-29 00:00:00',
  '2100-02-29 00:00:00',
  '2026-04-31 00:00:00',
  '2026-03-15 24:00:00',
  '2026-03-15 12:60:00',
  '2026-03-15 12:00:60',
]

describe.each(IMPOSSIBLE)('the date-time %s', (date) => {
  it('is a failed query that the log explains, not an answer and not a defect', async () => {
    const { database, get, logged } = await testService()
    await database.db.schema.dropTable('malware_scans').execute()
    await sql
      .raw(`create view malware_scans (scan_id, scan_type, scan_date, status, files_scanned,
        infections_found, scan_duration_seconds, summary)
        as select 1, 'clamav', '${date}', 'clean', 1, 0, 60, '{}'`)
      .execute(database.db)
    const { status, body } = await get('/api/malware.php')
    expect([status, body]).toEqual([500, { error: 'Database query failed' }])
    expect(logged[0]).toMatchObject({
      kind: 'query',
      text: `column scan_date holds "${date}", expected a date-time YYYY-MM-DD HH:MM:SS`,
    })
  })
})

it('every day that a calendar has is taken, and no other', () => {
  for (const year of ['0000', '0001', '1900', '2000', '2024', '2026', '9999']) {
    for (let month = 1; month <= 12; month++) {
      const isLeap =
        Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
      const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
      for (let day = 0; day <= 32; day++) {
        const [mm, dd] = [month, day].map((it) => String(it).padStart(2, '0'))
        const value = `${year}-${mm}-${dd} 23:59:59`
        if (day >= 1 && day <= last) expect(dateTime(value, 'c')).toBe(value)
        else expect(() => dateTime(value, 'c'), value).toThrow('expected a date-time')
      }
    }
  }
})
