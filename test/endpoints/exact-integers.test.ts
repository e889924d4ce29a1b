import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MALWARE } from '../support/malware.ts'
import { POSTURE } from '../support/posture.ts'
import { detection, malwareScan, posture } from '../support/rows.ts'
import { type TestService, testService } from '../support/service.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
/** 2^53, which a number holds, and 2^53+1, which it does not. */
const BEYOND = [9_007_199_254_740_992n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n]

/** The column types say number; a producer may write more. */
const asNumber = (value: bigint) => value as unknown as number

/** node:sqlite cannot report so large a new id: the row is given it afterwards. */
async function insertWithLargeId(
  { database }: TestService,
  table: 'malware_scans' | 'malware_detections',
  resolved_at: string | null = null,
) {
  const isScan = table === 'malware_scans'
  await database.insert(table, isScan ? malwareScan() : detection({ resolved_at }))
  const id = sql.ref(isScan ? 'scan_id' : 'detection_id')
  await sql`update ${sql.table(table)} set ${id} = 9007199254740993`.execute(database.db)
}

async function expectRefused({ get, logged }: TestService, url: string, reason: RegExp) {
  const { status, text } = await get(url)
  expect(status).toBe(500)
  // Nothing else: no `message` on these two endpoints.
  expect(text).toBe('{"error":"Database query failed"}')
  const failures = logged.filter((line) => line['msg'] === 'failure')
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatchObject({ kind: 'query', user: 'tester', level: 50 })
  expect(failures[0]?.['id']).toBe(logged.find((line) => line['msg'] === 'request')?.['id'])
  expect(failures[0]?.['detail']).toMatch(reason)
}

describe('integers of malware scans', () => {
  it('are exact up to 2^53-1', async () => {
    const { database, get } = await testService()
    await database.insert(
      'malware_scans',
      malwareScan({
        scan_id: LARGEST,
        files_scanned: LARGEST,
        infections_found: LARGEST,
        scan_duration_seconds: LARGEST,
      }),
    )
    await database.insert('malware_detections', detection({ detection_id: LARGEST }))
    const { text } = await get(MALWARE)
    for (const member of [
      'scan_id',
      'files_scanned',
      'infections_found',
      'scan_duration_seconds',
      'detection_id',
      'total_files_scanned',
      'total_infections',
      'avg_duration_seconds',
      'total_files',
      'avg_duration',
    ]) {
      expect(text).toContain(`"${member}":9007199254740991`)
    }
  })

  const columns = ['files_scanned', 'infections_found', 'scan_duration_seconds'] as const
  it.each(columns.flatMap((column) => BEYOND.map((value) => [column, value] as const)))(
    '%s of %s is refused, and the log says why',
    async (column, value) => {
      const service = await testService()
      await service.database.insert('malware_scans', malwareScan({ [column]: asNumber(value) }))
      await expectRefused(service, MALWARE, new RegExp(`column ${column} holds ${value}, expected`))
    },
  )

  it.each(['malware_scans', 'malware_detections'] as const)(
    'are refused as ids of %s, and the log says why',
    async (table) => {
      const service = await testService()
      await insertWithLargeId(service, table)
      await expectRefused(service, MALWARE, /column (scan|detection)_id holds 9007199254740993,/)
    },
  )

  it('do no harm where the answer does not show them', async () => {
    const service = await testService()
    await insertWithLargeId(service, 'malware_detections', '2026-03-15 00:00:00')
    await service.database.insert(
      'malware_scans',
      malwareScan({ scan_date: '2020-01-01 00:00:00', files_scanned: asNumber(2n ** 62n) }),
      ...Array.from({ length: 10 }, () => malwareScan()),
    )
    expect((await service.get(MALWARE)).status).toBe(200)
    expect((await service.get(POSTURE)).status).toBe(200)
  })
})

const HALF = 2 ** 52
const DAYS = { 'of one day': '2026-03-14 00:00:00', 'of two days': '2026-03-13 23:59:59' }

describe.each(Object.entries(DAYS))('sums over the scans %s', (_, scan_date) => {
  const scans = (column: string, first: number, second: number) => [
    malwareScan({ [column]: first, scan_date: '2026-03-14 00:00:00' }),
    malwareScan({ [column]: second, scan_date }),
  ]

  it('are exact up to 2^53-1', async () => {
    const { database, get } = await testService()
    await database.insert('malware_scans', ...scans('files_scanned', HALF, HALF - 1))
    expect((await get(MALWARE)).text).toContain('"total_files_scanned":9007199254740991')
  })

  it.each(['files_scanned', 'infections_found', 'scan_duration_seconds'])(
    'are refused beyond: %s',
    async (column) => {
      const service = await testService()
      await service.database.insert('malware_scans', ...scans(column, HALF, HALF))
      await expectRefused(service, MALWARE, /column total_\w+ holds 9007199254740992,/)
    },
  )
})

it('a sum beyond what the database can add is refused', async () => {
  const service = await testService()
  const files_scanned = asNumber(2n ** 62n)
  await service.database.insert(
    'malware_scans',
    malwareScan({ files_scanned, scan_date: '2026-03-14 00:00:00' }),
    malwareScan({ files_scanned, scan_date: '2026-03-14 01:00:00' }),
    ...Array.from({ length: 10 }, () => malwareScan()),
  )
  // Some add up to more than 2^63-1, and then the sum is named.
  await expectRefused(service, MALWARE, /integer overflow|holds 9223372036854775808,/)
})

describe('integers of a posture', () => {
  const columns = [
    'controls_implemented',
    'controls_total',
    'incidents_critical',
    'incidents_high',
    'incidents_medium',
    'incidents_low',
  ] as const

  it.each(columns)('%s is exact up to 2^53-1', async (column) => {
    const { database, get } = await testService()
    await database.insert('posture_scores', posture({ [column]: LARGEST }))
    const member = column.replace('incidents_', '')
    expect((await get(POSTURE)).text).toContain(`"${member}":9007199254740991`)
  })

  it.each(columns)('%s beyond that is refused, and the log says why', async (column) => {
    const service = await testService()
    const value = asNumber(9_007_199_254_740_993n)
    await service.database.insert('posture_scores', posture({ [column]: value }))
    await expectRefused(service, POSTURE, new RegExp(`column ${column} holds 9007199254740993,`))
  })
})
