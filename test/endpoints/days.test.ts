// spec 4.3: `days` is read as an integer first. Which integer, is what PHP makes of a text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../support/any-character.ts'
import { integerOf } from '../support/integer-by-hand.ts'
import { testService } from '../support/service.ts'

const REFUSED = { error: 'Invalid days parameter (must be 1-365)' }

/** Values as they stand in a query string, and the days that are read. */
const READ: [value: string, days: number][] = [
  ['1', 1],
  ['30', 30],
  ['365', 365],
  ['007', 7],
  ['0000000000000000000000000000030', 30],
  ['%2B30', 30],
  ['+30', 30], // a plus sign is a space here
  ['%20%09%0A%0D%0B%0C30', 30],
  ['30abc', 30],
  ['30%20', 30],
  ['30%00', 30],
  ['30%zz', 30],
  ['30%0A', 30],
  ['30,5', 30],
  ['30_000', 30],
  ['12.9', 12],
  ['365.999', 365],
  ['1.', 1],
  ['1.2.3', 1],
  ['1e2', 100],
  ['1E2', 100],
  ['1e+2', 1],
  ['1e%2B2', 100],
  ['3650e-1', 365],
  ['.5e1', 5],
  ['%2B.3e2', 30],
  ['1.e1', 10],
  ['1.5e1', 15],
  ['0.01e4', 100],
  ['1e02', 100],
  ['1e', 1],
  ['1e%2B', 1],
  ['1ex', 1],
  ['1e2.9', 100],
  ['1e2e2', 100],
  ['7e0', 7],
]

const OUT_OF_RANGE = [
  '',
  '0',
  '-0',
  '-1',
  '366',
  '366.0',
  '1e3',
  '0.9',
  '.9',
  '1e-1',
  '-30',
  '-1e1',
  'abc',
  'x30',
  '.',
  '.e2',
  'e2',
  '-',
  '%2B%2B30',
  '--30',
  '-%2030',
  '0x1e',
  '0b11',
  '0o17',
  'Infinity',
  'NaN',
  'null',
  'true',
  '%00',
  '%0030',
  '%C2%A030',
  '%EF%BC%93%EF%BC%90',
  '%zz',
  '%ff30',
  '9223372036854775807',
  '9223372036854775838',
  '18446744073709551646',
  '4294967326',
  '1e20',
  '1e400',
  '-1e400',
  '9'.repeat(400),
]

const ENDPOINTS = [
  ['/api/compliance-scans.php?action=history', 'action=history'],
  ['/api/posture.php?', 'posture'],
] as const

describe.each(ENDPOINTS)('days of %s', (endpoint) => {
  it('takes every whole number from 1 to 365, and no other around them', async () => {
    const { get } = await testService()
    for (let days = -2; days <= 368; days++) {
      const { status } = await get(`${endpoint}&days=${days}`)
      expect([days, status]).toEqual([days, days >= 1 && days <= 365 ? 200 : 400])
    }
  })

  it('refuses what is read as an integer below 1 or above 365', async () => {
    const { get } = await testService()
    for (const value of OUT_OF_RANGE) {
      const { status, body } = await get(`${endpoint}&days=${value}`)
      expect({ status, body }, value).toStrictEqual({ status: 400, body: REFUSED })
    }
  })

  it('refuses a second value, even the same', async () => {
    const { get } = await testService()
    expect((await get(`${endpoint}&days=30&days=30`)).body).toStrictEqual(REFUSED)
  })
})

describe('days of action=history', () => {
  it('are 30 when not given', async () => {
    const { get } = await testService()
    expect((await get(ENDPOINTS[0][0])).body.days).toBe(30)
  })

  it('are read as PHP reads an integer: leading white space, a sign, digits, an exponent', async () => {
    const { get } = await testService()
    for (const [value, days] of READ) {
      const { status, body } = await get(`${ENDPOINTS[0][0]}&days=${value}`)
      expect([status, body.days], value).toEqual([200, days])
    }
  })

  it('are read from any text as a reader by hand reads them', async () => {
    const { get } = await testService()
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(numeral, fc.string({ unit: anyCharacter, maxLength: 8 })),
        async (text) => {
          const value = text.toWellFormed()
          const days = integerOf(value)
          const reply = await get(`${ENDPOINTS[0][0]}&days=${encodeURIComponent(value)}`)
          if (days >= 1n && days <= 365n) expect(reply.body.days).toBe(Number(days))
          else expect([reply.status, reply.body]).toEqual([400, REFUSED])
        },
      ),
      { numRuns: 2000 },
    )
  })
})

const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength })

/** Most look like a number of days, with all that may stand around and inside one. */
const numeral = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...' \t\n\r\v\f'), maxLength: 2 }),
    fc.constantFrom('', '', '+', '-'),
    fc.oneof(digits(4), fc.integer({ min: 0, max: 400 }).map(String)),
    fc.oneof(
      fc.constant(''),
      digits(4).map((it) => `.${it}`),
    ),
    fc.oneof(
      fc.constant(''),
      fc.constantFrom('e', 'E', 'e+', 'e-', 'e1', 'e-1', 'E+2', 'e-2', 'e0', 'e9'),
    ),
    fc.oneof(fc.constant(''), fc.string({ unit: anyCharacter, maxLength: 3 })),
  )
  .map((parts) => parts.join(''))
