// Dates in the future, a zone that looks wrong, clocks that disagree, and scans of the same moment.
import { describe, expect, it } from 'vitest'
import { momentOf, wallClock } from '../../src/time.ts'
import { check, checkedDatabase } from '../support/check.ts'
import { temporaryDatabase } from '../support/database.ts'
import { describeOn } from '../support/only-on.ts'
import { complianceScan, malwareScan } from '../support/rows.ts'
import { complianceRun, finding, hit, malwareRun, march, storeReports } from '../support/stored.ts'

const MINUTE = 60_000

const written = (zone: string, laterMs = 0) => wallClock(momentOf(Date.now() + laterMs, zone))

describe('a date in the future', () => {
  it('is told in every column, and is no matter of zones when it is far away', async () => {
    const { run, check, fix } = await checkedDatabase()
    await run(
      `update malware_scans set scan_date = '2999-01-01 00:00:00'`,
      `update malware_detections set detected_at = '2999-01-02 00:00:00', resolved_at = '2999-01-03 00:00:00'`,
      `update compliance_scans set scan_date = '2999-01-04 00:00:00'`,
      `update compliance_findings set detected_at = '2999-01-05 00:00:00', resolved_at = '2999-01-06 00:00:00'`,
      `update posture_scores set recorded_at = '2999-01-07 00:00:00'`,
    )
    const { found, remarks } = await check()
    expect(found).toEqual(
      [
        'malware_scans.scan_date',
        'malware_detections.detected_at',
        'malware_detections.resolved_at',
        'compliance_scans.scan_date',
        'compliance_findings.detected_at',
        'compliance_findings.resolved_at',
        'posture_scores.recorded_at',
      ].map((it) => `problem future-date ${it}`),
    )
    const ofScans = remarks.find(({ where }) => where === 'compliance_scans.scan_date')
    expect(ofScans?.problem).toContain(
      '1 row lies in the future: "2999-01-04 00:00:00" (scan_id 1)',
    )
    expect(ofScans?.fix).toContain('update compliance_scans set scan_date =')
    if (ofScans !== undefined) await expect(fix(ofScans)).rejects.toThrow()
  })

  it('by a minute is a delay, not a fault', async () => {
    const { database, check } = await checkedDatabase()
    await database.insert('malware_scans', malwareScan({ scan_date: written('UTC', MINUTE) }))
    expect((await check()).found).toEqual([])
  })

  it('as far as the configured zone is behind UTC looks like UTC, and is told so', async () => {
    const { database, check } = await checkedDatabase()
    await database.insert('malware_scans', malwareScan({ scan_date: written('UTC') }))
    expect((await check({ timezone: 'UTC' })).found).toEqual([])
    const checked = await check({ timezone: 'America/Argentina/Buenos_Aires' })
    const remark = checked.only('time-zone')
    expect(remark.problem).toMatch(/Buenos_Aires is behind UTC \(3 h\): they look like UTC/)
    expect(remark.fix).toContain('TIMEZONE=UTC')
    expect(checked.only('future-date').where).toBe('malware_scans.scan_date')
  })

  it('by some hours where the zone is UTC looks like another zone', async () => {
    const { database, check } = await checkedDatabase()
    await database.insert('malware_scans', malwareScan({ scan_date: written('Asia/Tokyo') }))
    const remark = (await check()).only('time-zone')
    expect(remark.problem).toMatch(/lie (9 h|8 h 59 min) in the future.*a zone ahead of UTC/)
    // Also by so little that it is about as far as UTC is behind itself.
    await database.db
      .updateTable('malware_scans')
      .set({ scan_date: written('UTC', 30 * MINUTE) })
      .execute()
    expect((await check()).only('time-zone').problem).toMatch(
      /(30|29) min in .*a zone ahead of UTC/,
    )
    await database.db
      .updateTable('malware_scans')
      .set({ scan_date: written('Asia/Tokyo') })
      .execute()
    expect((await check({ timezone: 'Asia/Tokyo' })).remarks.map(({ code }) => code)).not.toContain(
      'time-zone',
    )
  })
})

describe('a date in the future that was imported', () => {
  const AGAIN = 'What was imported, delete and import again'
  const clock = () => (march(2) - 3600) * 1000

  it('is no matter of zones, and another date here would not mend it', async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', [hit('/srv/a'), malwareRun(2)])
    await storeReports(database, 'lynis', [finding('LYN-1'), complianceRun(2)])
    const { remarks } = await check(database.url, { clock })
    const told = remarks.filter(({ code }) => ['future-date', 'time-zone'].includes(code))
    expect(told.map(({ where }) => where)).toEqual([
      'malware_scans.scan_date',
      'malware_detections.detected_at',
      'compliance_scans.scan_date',
      'compliance_findings.detected_at',
    ])
    for (const { fix } of told) {
      expect(fix).toContain(AGAIN)
      expect(fix).not.toContain('update ')
    }
  })

  it('is told apart from what another program has written', async () => {
    const database = await temporaryDatabase('all')
    await storeReports(database, 'clamav', [malwareRun(2)])
    const scan_date = '2026-03-02 11:30:00'
    await database.insert('malware_scans', malwareScan({ scan_id: 99, scan_date }))
    const checked = await check(database.url, { clock })
    const remark = checked.only('future-date')
    expect(checked.only('time-zone').problem).toContain('the newest rows lie 30 min in the future')
    expect(remark.fix).toContain(AGAIN)
    expect(remark.fix).toContain('where scan_id = 99;')
  })
})

describeOn('postgres', 'mariadb')('the clock of the server', () => {
  it.each([
    ['behind', 5 * MINUTE],
    ['ahead of', -5 * MINUTE],
  ])('that is %s ours by minutes is told', async (words, differenceMs) => {
    const { check } = await checkedDatabase()
    const checked = await check({ clock: () => Date.now() + differenceMs })
    expect(checked.found).toEqual(['problem clock the clock of the server'])
    expect(checked.only('clock').problem).toMatch(new RegExp(`(5 min|4 min) ${words} the clock`))
  })

  it('that differs by a minute will do', async () => {
    const { check } = await checkedDatabase()
    expect((await check({ clock: () => Date.now() + MINUTE })).found).toEqual([])
  })
})

describe('two scans of the same moment', () => {
  it.each([
    ['compliance_scans', 'web-01', complianceScan({ scan_id: 7 })],
    ['malware_scans', 'clamav', malwareScan({ scan_id: 7 })],
  ] as const)(
    'that are the latest in %s are told, and the fix leaves one',
    async (table, name, row) => {
      const { database, check, fix } = await checkedDatabase()
      await database.insert(table, row as never)
      const checked = await check()
      expect(checked.found).toEqual([`problem duplicate-latest ${table}`])
      expect(checked.only('duplicate-latest').problem).toContain(
        `"${name}" at "${row.scan_date}" has scan_id 7 and 1; `,
      )
      await fix(checked.only('duplicate-latest'))
      expect((await check()).found).toEqual([])
    },
  )

  it('of different servers, or before the latest, are none', async () => {
    const { database, check } = await checkedDatabase()
    await database.insert(
      'compliance_scans',
      complianceScan({ server_name: 'web-02' }),
      complianceScan({ server_name: 'web-03', scan_date: '2026-03-01 00:00:00' }),
      complianceScan({ server_name: 'web-03', scan_date: '2026-03-01 00:00:00' }),
      complianceScan({ server_name: 'web-03', scan_date: '2026-03-02 00:00:00' }),
      complianceScan({ server_name: 'WEB-03', scan_date: '2026-03-02 00:00:00' }),
    )
    expect((await check()).found).toEqual([])
  })
})
