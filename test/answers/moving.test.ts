// The bytes of a body, and where in them the members are that move with the clock.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesAt, encodeBody } from '../../src/answers/remembering/moving.ts'
import { JsonMap } from '../../src/json.ts'
import { momentOf } from '../../src/time.ts'
import { anyCharacter } from '../support/any-character.ts'

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

const bodies = fc.record({
  filters: fc.jsonValue(),
  timestamp: fc.string({ unit: anyCharacter }),
  'naïve €': fc.array(
    fc.string({ unit: fc.constantFrom('a', 'é', '€', '🦠', '\u0000', '\ud83e') }),
  ),
  last_scan_days: fc.dictionary(fc.string(), fc.nat()),
  last: fc.jsonValue(),
})

it('writes any body as JSON.stringify does, and knows the bytes of what moves', () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const { bytes, slots } = encodeBody(body)
      expect(text(bytes)).toBe(JSON.stringify(body))
      expect(
        slots.map(({ member, start, end }) => [member, text(bytes.subarray(start, end))]),
      ).toEqual([
        ['timestamp', JSON.stringify(body.timestamp)],
        ['last_scan_days', JSON.stringify(body.last_scan_days)],
      ])
    }),
    { numRuns: 500 },
  )
})

it('has bytes of its own, so that they can be handed to another thread', () => {
  const { bytes } = encodeBody({ summary: '🦠', timestamp: 'now' })
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})

it('writes a body without members', () => {
  const { bytes, slots } = encodeBody({})
  expect(text(bytes)).toBe('{}')
  expect(slots).toEqual([])
})

it('writes the time of a later moment behind text that takes several bytes a character', () => {
  const body = { first: '€'.repeat(100), timestamp: 'then', map: new JsonMap([['10', '🦠']]) }
  const later = bytesAt(encodeBody(body), momentOf(Date.UTC(2026, 2, 15, 12), 'UTC'))
  expect(text(later)).toBe(
    `{"first":"${body.first}","timestamp":"2026-03-15T12:00:00+00:00","map":{"10":"🦠"}}`,
  )
})
