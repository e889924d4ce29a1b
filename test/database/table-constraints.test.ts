// What the tables refuse, so that what producers write can be read.
import { describe, expect, it } from 'vitest'
import { CONTRACT } from '../support/contract-rows.ts'
import { producer } from '../support/producer.ts'

const TABLES = Object.keys(CONTRACT)

/** Every column of every table whose name or value passes. */
const columnsWhere = (wanted: (column: string, value: unknown) => boolean) =>
  TABLES.flatMap((table) =>
    Object.entries(CONTRACT[table]?.columns ?? {})
      .filter(([column, value]) => wanted(column, value))
      .map(([column]) => [table, column] as const),
  )

const DATE_TIMES = columnsWhere((column) => /_date$|_at$/.test(column))
const NUMBERS = columnsWhere((column, value) => typeof value === 'number' && column !== 'scan_id')
const SCORES = new Set(['overall_score', 'compliance', 'redteam', 'incident', 'monitoring'])
const COUNTS = NUMBERS.filter(([, column]) => !SCORES.has(column))
const NAMES = columnsWhere((column) =>
  ['scan_type', 'server_name', 'server_type', 'check_category', 'status'].includes(column),
)
const NULLABLE = new Set([
  'summary',
  'metadata',
  'overall_score',
  'resolved_at',
  'resolved_by',
  'resolution_notes',
  'aws_resource_id',
  'aws_resource_type',
  'aws_foundational_security',
  'service_name',
  'cis_benchmark',
  'nist_csf',
  'malware_detections.scan_id',
  'compliance_findings.file_path',
])
const isNullable = (table: string, column: string) =>
  NULLABLE.has(column) || NULLABLE.has(`${table}.${column}`)

it('covers every date-time, number and name of the contract', () => {
  expect([DATE_TIMES.length, NUMBERS.length, COUNTS.length, NAMES.length]).toEqual([7, 23, 18, 7])
})

describe.each(DATE_TIMES)('%s.%s', (table, column) => {
  it('takes a date-time YYYY-MM-DD HH:MM:SS that exists', async () => {
    const { write } = await producer()
    for (const good of ['2026-03-15 02:00:00', '2024-02-29 23:59:59', '1999-12-31 00:00:00']) {
      expect(write(table, { [column]: good })).toBeGreaterThan(0)
    }
  })

  it('refuses every other text', async () => {
    const { write } = await producer()
    for (const bad of [
      '2026-02-30 12:00:00',
      '2025-02-29 12:00:00',
      '2026-13-01 12:00:00',
      '2026-00-10 12:00:00',
      '2026-03-00 12:00:00',
      '2026-03-15 24:00:00',
      '2026-03-15 12:60:00',
      '2026-03-15 12:00:60',
      '2026-03-15T12:00:00',
      '2026-03-15 12:00:00.5',
      '2026-03-15 12:00:00.000',
      '2026-03-15 12:00:00Z',
      '2026-03-15 12:00:00+00:00',
      '2026-03-15 12:00',
      '2026-03-15',
      '12:00:00',
      '2026-3-15 2:00:00',
      ' 2026-03-15 12:00:00',
      '2026-03-15 12:00:00 ',
      '2026-03-15 12:00:00\n',
      '2026-03-15 12:00:00\0',
      '2026-03-15  12:00:00',
      '10000-01-01 00:00:00',
      '1773576000',
      '2461115.0',
      'now',
      '',
    ]) {
      expect(() => write(table, { [column]: bad }), bad).toThrow()
    }
    expect(() => write(table, { [column]: 1773576000 })).toThrow()
  })
})

describe.each(COUNTS)('%s.%s', (table, column) => {
  it('takes whole numbers from 0 up, and nothing else', async () => {
    const { write } = await producer()
    for (const good of [0, 1, Number.MAX_SAFE_INTEGER]) write(table, { [column]: good })
    for (const bad of [-1, 1.5, 'many', '', '1.5', '{}']) {
      expect(() => write(table, { [column]: bad }), String(bad)).toThrow()
    }
  })
})

describe.each(NUMBERS.filter(([, column]) => SCORES.has(column)))('%s.%s', (table, column) => {
  it('takes numbers from 0 to 100, and nothing else', async () => {
    const { write } = await producer()
    for (const good of [0, 100, 66.666]) write(table, { [column]: good })
    for (const bad of [-0.01, 100.01, 1e300, Number.POSITIVE_INFINITY, 'good', '']) {
      expect(() => write(table, { [column]: bad }), String(bad)).toThrow()
    }
  })
})

describe.each(NAMES)('%s.%s', (table, column) => {
  it('takes 1 to 255 characters', async () => {
    const { write } = await producer()
    write(table, { [column]: 'x' })
    write(table, { [column]: 'ä'.repeat(255) })
    expect(() => write(table, { [column]: '' })).toThrow(/CHECK/)
    expect(() => write(table, { [column]: 'x'.repeat(256) })).toThrow(/CHECK/)
  })
})

describe.each(['malware_detections', 'compliance_findings'])('%s.severity', (table) => {
  it('is one of critical, high, medium and low', async () => {
    const { write } = await producer()
    for (const good of ['critical', 'high', 'medium', 'low']) write(table, { severity: good })
    for (const bad of ['Critical', 'info', 'none', '', 'low ', 'pass']) {
      expect(() => write(table, { severity: bad }), bad).toThrow(/CHECK/)
    }
  })
})

describe.each(TABLES)('%s', (table) => {
  it('refuses null where the specification promises a value, and takes it elsewhere', async () => {
    const { write } = await producer()
    for (const column of Object.keys(CONTRACT[table]?.columns ?? {})) {
      const attempt = () => write(table, { [column]: null })
      if (isNullable(table, column)) expect(attempt, column).not.toThrow()
      else expect(attempt, column).toThrow(/NOT NULL/)
    }
  })
})

it('a number that a producer writes as text is kept as the number', async () => {
  const { write, rows } = await producer()
  write('compliance_scans', { scan_id: 2, checks_total: '7', overall_score: '66.5' })
  expect(
    rows('select checks_total, overall_score from compliance_scans where scan_id = 2'),
  ).toEqual([{ checks_total: 7, overall_score: 66.5 }])
})

describe('scan_id', () => {
  it('of a finding or a detection must name a scan that is there', async () => {
    const { write } = await producer()
    expect(() => write('compliance_findings', { scan_id: 99 })).toThrow(/FOREIGN KEY/)
    expect(() => write('malware_detections', { scan_id: 99 })).toThrow(/FOREIGN KEY/)
  })

  it('takes the findings with it when a compliance scan is deleted', async () => {
    const { write, raw, rows } = await producer()
    write('compliance_findings')
    raw.exec('delete from compliance_scans')
    expect(rows('select * from compliance_findings')).toEqual([])
  })

  it('becomes null when a malware scan is deleted: what was detected stays', async () => {
    const { write, raw, rows } = await producer()
    write('malware_detections', { scan_id: write('malware_scans') })
    raw.exec('delete from malware_scans')
    expect(rows('select scan_id, severity from malware_detections')).toEqual([
      { scan_id: null, severity: 'high' },
    ])
  })
})
