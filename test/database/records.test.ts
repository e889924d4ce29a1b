// Rows are read member by member: what cannot be shown exactly is an error, never a wrong value.
import { describe, expect, it } from 'vitest'
import { jsonObject } from '../../src/database/rows/json-column.ts'
import {
  dateTime,
  day,
  exactSum,
  integer,
  optional,
  record,
  score,
  severity,
  text,
} from '../../src/database/rows/record.ts'
import type { Notice, Snapshot } from '../../src/database/snapshot.ts'
import { encodeJson } from '../../src/json.ts'

const BIGGEST = 2 ** 53 - 1

describe('a field that is read', () => {
  const CASES: [
    kind: string,
    read: (value: unknown, column: string) => unknown,
    good: unknown[],
    bad: unknown[],
  ][] = [
    [
      'an integer up to 2^53-1',
      integer,
      [0, 1, -1, BIGGEST, -BIGGEST],
      [BIGGEST + 1, -BIGGEST - 1, 1.5, Number.NaN, Infinity, '1', '', null, undefined, true, 1n],
    ],
    [
      'a number',
      score,
      [0, 100, 87.5, 0.01, 99.99],
      [Number.NaN, Infinity, -Infinity, '87.5', '', null, undefined, true, {}],
    ],
    [
      'a text',
      text,
      ['', 'a', '__proto__', '\n', 'ä😀'],
      [1, null, undefined, {}, new Uint8Array()],
    ],
    [
      'a day YYYY-MM-DD',
      day,
      ['2026-03-01', '2024-02-29', '0001-01-01'],
      [
        '2026-02-30',
        '2026-13-01',
        '0000-00-00',
        '2026-03-01 00:00:00',
        '2026-3-1',
        '',
        null,
        20260301,
      ],
    ],
    [
      'a date-time YYYY-MM-DD HH:MM:SS',
      dateTime,
      ['2026-03-15 12:00:00', '0001-01-01 00:00:00'],
      [
        '2026-03-15T12:00:00',
        '2026-03-15 12:00:00.5',
        '2026-03-15 12:00:00\n',
        ' 2026-03-15 12:00:00',
        '2026-03-15',
        '',
        1773576000,
        null,
        undefined,
        new Date(0),
      ],
    ],
    [
      'critical, high, medium or low',
      severity,
      ['critical', 'high', 'medium', 'low'],
      ['CRITICAL', 'info', '', null, undefined, 0, '__proto__'],
    ],
  ]

  it.each(CASES)('takes %s as it is', (_kind, read, good) => {
    for (const value of good) expect(read(value, 'column')).toBe(value)
  })

  it.each(CASES)('refuses what is not %s, and names column and value', (kind, read, _good, bad) => {
    for (const value of bad) {
      expect(() => read(value, 'some_column'), String(value)).toThrow(
        expect.objectContaining({
          name: 'UnreadableValue',
          message: expect.stringMatching(/^column some_column holds .*, expected /s),
        }),
      )
      expect(() => read(value, 'some_column')).toThrow(`expected ${kind}`)
    }
  })

  it('refuses a bad date each time, and takes a good one after it', () => {
    const good = '2026-03-15 12:00:00'
    for (const value of [good, '2026-02-30 12:00:00', '2026-02-30 12:00:00', good]) {
      if (value === good) expect(dateTime(value, 'c')).toBe(good)
      else expect(() => dateTime(value, 'c')).toThrow('expected a date-time')
    }
  })

  it('shows at most 80 characters of a bad value', () => {
    expect(() => integer('x'.repeat(1000), 'c')).toThrow(
      `column c holds "${'x'.repeat(79)}…, expected an integer up to 2^53-1`,
    )
  })

  it('gives a score two decimals, half up on the decimal value', () => {
    const scores: [number, number][] = [
      [1.005, 1.01],
      [66.664999, 66.66],
      [99.995, 100],
      [0.004, 0],
      [1 / 3, 0.33],
    ]
    for (const [stored, shown] of scores) expect(score(stored, 'c')).toBe(shown)
  })

  it('may be null only where that is said', () => {
    expect(optional(score)(null, 'c')).toBeNull()
    expect(optional(score)(1.005, 'c')).toBe(1.01)
    expect(() => optional(score)('1', 'c')).toThrow('expected a number')
    expect(() => optional(score)(undefined, 'c')).toThrow('expected a number')
  })
})

describe('a record', () => {
  const read = record({ b: integer, a: optional(text) })

  it('has the members of its shape in their order, whatever order and columns the row has', () => {
    expect(JSON.stringify(read({ extra: 1, a: 'x', b: 2 } as never))).toBe('{"b":2,"a":"x"}')
  })

  it('refuses a row that lacks a column', () => {
    expect(() => read({ b: 2 } as never)).toThrow('column a holds undefined')
  })

  it('is a new object each time', () => {
    const row = { a: null, b: 1 }
    expect(read(row)).not.toBe(read(row))
    expect(read(row)).toEqual(row)
  })
})

describe('a sum', () => {
  it('is exact up to 2^53-1', () => {
    expect(exactSum([], 'c')).toBe(0)
    expect(exactSum([BIGGEST - 2, 1, 1], 'c')).toBe(BIGGEST)
  })

  it('is refused beyond, rather than shown with wrong digits', () => {
    expect(() => exactSum([BIGGEST, 1], 'total')).toThrow('column total holds 9007199254740992')
    expect(() => exactSum([BIGGEST, BIGGEST, -BIGGEST], 'total')).toThrow('column total')
  })
})

describe('a JSON column', () => {
  function read(value: unknown) {
    const notices: Notice[] = []
    const snapshot = { notice: (notice: Notice) => notices.push(notice) } as unknown as Snapshot
    return { sent: encodeJson(jsonObject(value, 'here', snapshot)), notices }
  }

  it.each([
    '{}',
    ' {"b": 1,\n "a": 1.10}\t',
    '{"n":12345678901234567890,"n":2}',
    '{"__proto__":{}}',
  ])('sends the object %j as it was written', (written) => {
    expect(read(written)).toEqual({ sent: written, notices: [] })
  })

  it.each([
    null,
    undefined,
    '',
    ' ',
    '[]',
    '[{}]',
    '1',
    '"{}"',
    'null',
    '{',
    '{}}',
    '{a:1}',
    "{'a':1}",
    '\uFEFF{}',
    5,
    {},
  ])('sends %j as {}, with a notice that says whether it is null', (written) => {
    expect(read(written)).toEqual({
      sent: '{}',
      notices: [
        {
          problem: expect.stringContaining('no object'),
          where: 'here',
          isNull: written === null,
        },
      ],
    })
  })
})
