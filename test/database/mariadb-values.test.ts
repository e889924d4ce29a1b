import mysql, { type FieldPacket } from 'mysql2'
import { expect, it } from 'vitest'
import { readRows } from '../../src/database/mariadb/values.ts'

const { LONGLONG, NEWDECIMAL, DOUBLE, FLOAT, VAR_STRING } = mysql.Types

/** What the server says of a column that was declared without a number of decimals. */
const ANY = 31

const field = (name: string, columnType: number | undefined, decimals = ANY) =>
  ({ name, columnType, decimals }) as unknown as FieldPacket

it('numbers are numbers whichever way they came, and texts stay texts', () => {
  const fields = [
    field('count', LONGLONG),
    field('share', NEWDECIMAL),
    field('score', DOUBLE),
    field('short', FLOAT),
    field('fixed', FLOAT, 6),
    field('name', VAR_STRING),
  ]
  const asText = {
    count: '7',
    share: '1.50',
    score: '9.014999999999999',
    short: '72.005',
    fixed: '72.004997',
    name: '8',
  }
  const asBytes = {
    count: '7',
    share: '1.50',
    score: 9.014999999999999,
    short: Math.fround(72.005),
    fixed: Math.fround(72.004997),
  }
  const rows = [asText, { ...asBytes, name: '8' }, { count: null, share: null, short: null }]
  readRows(rows, fields)
  const numbers = {
    count: 7,
    share: 1.5,
    score: 9.014999999999999,
    short: 72.005,
    fixed: 72.004997,
    name: '8',
  }
  expect(rows).toEqual([numbers, numbers, { count: null, share: null, short: null }])
})

it('looks at a column once, not once a row: the driver decodes its name each time', () => {
  let looks = 0
  const column = {
    get name() {
      looks += 1
      return 'score'
    },
    columnType: DOUBLE,
  }
  const rows = Array.from({ length: 1_000 }, () => ({ score: '1.5' }))
  readRows(rows, [column as unknown as FieldPacket])
  expect(rows.every(({ score }) => (score as unknown) === 1.5)).toBe(true)
  expect(looks).toBe(1)
})
