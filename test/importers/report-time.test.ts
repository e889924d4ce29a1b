import { describe, expect, it } from 'vitest'
import { durationOf, epochOf, recordTimeOf, timeOf } from '../../src/importers/report-time.ts'
import { importContext } from '../support/imported.ts'

const context = importContext({ zone: 'Europe/Berlin' })
const at = (iso: string) => Date.parse(iso) / 1000

describe('a time', () => {
  it.each([
    ['2026-11-15T00:53:41+00:00', '2026-11-15T00:53:41Z'],
    ['2026-11-15T00:53:41Z', '2026-11-15T00:53:41Z'],
    ['2026-11-15T00:53:41.987654321Z', '2026-11-15T00:53:41Z'],
    ['2026-11-15T00:53:41.5+05:30', '2026-11-14T19:23:41Z'],
    ['2017-09-22 14:12:15 -0400', '2017-09-22T18:12:15Z'],
    ['2017-09-22 14:12:15 UTC', '2017-09-22T14:12:15Z'],
    [' 2026-11-15T00:53:41-00:30 ', '2026-11-15T01:23:41Z'],
  ])('with a zone is %s', (text, expected) => {
    expect(timeOf(text, context)).toBe(at(expected))
  })

  it.each([
    ['2026-11-15T01:54:56', '2026-11-15T00:54:56Z'],
    ['2026-07-15 01:54:56.123', '2026-07-14T23:54:56Z'],
  ])('without a zone is in that of the reports: %s', (text, expected) => {
    expect(timeOf(text, context)).toBe(at(expected))
  })

  it.each([
    ['', '2026-11-15', '15.11.2026 10:00:00', '2026-02-30T10:00:00Z', '2026-02-30T10:00:00'],
    ['2026-11-15T25:00:00Z', '2026-13-15T00:00:00Z', '2026-11-15T00:00:61Z', 'Sun Nov 15 2026'],
    ['2026-11-15T00:00:00+24:00', '2026-11-15T00:00:00-00:60', '2026-11-15T00:00:00+99:99'],
    [undefined, null, 1794704487, {}, '1969-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00'],
  ])('that there is none is null: %j %j %j %j', (...texts) => {
    for (const text of texts) expect(timeOf(text, context)).toBeNull()
  })
})

it.each([
  ['1989-12-31T23:59:59Z', false],
  ['1990-01-01T00:00:00Z', true],
  ['2026-11-15T00:00:00Z', true],
  ['2026-11-15T00:00:01Z', false],
  ['', false],
])('it is, of the time %s of a record, %s that it can be', (text, can) => {
  const latest = at('2026-11-15T00:00:00Z')
  const known = importContext({ latest })
  expect(recordTimeOf(text, known)).toBe(can ? at(text) : null)
})

it('seconds since 1970 are numbers that can be a date', () => {
  expect([0, 1794704487, 1794704487.9].map(epochOf)).toEqual([0, 1794704487, 1794704487])
  for (const value of [-1, Number.NaN, Infinity, 1e308, 253_402_300_800, '1', null, undefined]) {
    expect(epochOf(value)).toBeNull()
  }
})

it('a duration is never negative, and 0 where an end is missing', () => {
  expect(durationOf(10, 15)).toBe(5)
  expect(durationOf(15, 10)).toBe(0)
  expect(durationOf(null, 10)).toBe(0)
  expect(durationOf(10, null)).toBe(0)
})
