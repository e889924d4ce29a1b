import { expect, it } from 'vitest'
import { imported } from '../support/imported.ts'

const WHOLE = {
  recorded_at: '2026-03-01T06:30:00Z',
  compliance: 81.5,
  redteam: 70,
  incident: 90,
  monitoring: 65,
  controls: { implemented: 61, total: 80 },
  incidents: { critical: 0, high: 1, medium: 2, low: 3 },
}

const { controls: _, incidents: __, recorded_at: ___, ...COMPONENTS } = WHOLE

it('a posture has its components, controls and incidents', async () => {
  const { postures } = await imported('posture', JSON.stringify(WHOLE))
  expect(postures).toEqual([
    {
      kind: 'posture',
      recordedAt: Date.UTC(2026, 2, 1, 6, 30) / 1000,
      compliance: 81.5,
      redteam: 70,
      incident: 90,
      monitoring: 65,
      controlsImplemented: 61,
      controlsTotal: 80,
      incidents: { critical: 0, high: 1, medium: 2, low: 3 },
    },
  ])
})

it('what is missing is nothing, and several may be in a list', async () => {
  const { postures } = await imported('posture', JSON.stringify([COMPONENTS, COMPONENTS]))
  const nothing = { critical: 0, high: 0, medium: 0, low: 0 }
  const none = { recordedAt: null, controlsImplemented: 0, controlsTotal: 0, incidents: nothing }
  expect(postures).toMatchObject([none, none])
})

it.each([
  ['2026-03-01 06:30:00', '2026-02-28T21:30:00Z'],
  ['2026-03-01T06:30:00.5', '2026-02-28T21:30:00Z'],
  ['2026-03-01 06:30', '2026-02-28T21:30:00Z'],
  ['2026-03-01T06:30', '2026-02-28T21:30:00Z'],
  ['2026-03-01', '2026-02-28T15:00:00Z'],
  ['2026-03-01T06:30Z', '2026-03-01T06:30:00Z'],
  ['2026-03-01 06:30 +0200', '2026-03-01T04:30:00Z'],
  ['2026-03-01T06:30:00-05:00', '2026-03-01T11:30:00Z'],
])('a time without a zone is in the zone of the report: %s', async (text, expected) => {
  const content = JSON.stringify({ ...COMPONENTS, recorded_at: text })
  const { postures } = await imported('posture', content, { zone: 'Asia/Tokyo' })
  expect(postures[0]?.recordedAt).toBe(Date.parse(expected) / 1000)
})

it.each([
  ['2026-02-30T00:00:00Z'],
  ['2026-02-30 00:00:00'],
  ['2026-02-30'],
  ['2026-03-01 24:00'],
  ['03/04/2026'],
  ['March 7'],
  ['1'],
  [''],
  [5],
  [null],
])('a recorded_at that is no time is refused, with what it may be: %j', async (value) => {
  await expect(
    imported('posture', JSON.stringify({ ...WHOLE, recorded_at: value })),
  ).rejects.toThrow(
    `"recorded_at" is ${JSON.stringify(value)}, and that is no time; write it as 2026-03-01T12:00:00Z, or without a zone as 2026-03-01 12:00:00`,
  )
})

it.each([
  [{ ...WHOLE, compliance: 101 }, '"compliance" must be a number from 0 to 100'],
  [{ ...WHOLE, redteam: '70' }, '"redteam" must be a number from 0 to 100'],
  [{ ...WHOLE, controls: [] }, '"controls" must be an object'],
  [{ ...WHOLE, controls: { implemented: 2, total: 1 } }, 'is more than their "total"'],
  [{ ...WHOLE, incident_count: 3 }, '"incident_count" is none of its names; allowed: recorded_at'],
  [{ ...WHOLE, controls: { done: 3 } }, '"done" is none of its names; allowed: implemented, total'],
  [{ ...WHOLE, incidents: { criticl: 3 } }, '"criticl" is none of its names; allowed: critical'],
  [{ ...WHOLE, incidents: { low: -1 } }, '"low" must be a whole number'],
  [{ ...WHOLE, incidents: { high: 0.5 } }, '"high" must be a whole number'],
  [{ ...WHOLE, recorded_at: 'yesterday' }, '"recorded_at" is "yesterday", and that is no time'],
  [['text'], 'it is no JSON object with a posture'],
])('%j is refused', async (value, reason) => {
  await expect(imported('posture', JSON.stringify(value))).rejects.toThrow(reason)
})

const NO_POSTURE =
  'Refused: it is no JSON object with a posture; write one as "Posture" in docs/importers.md shows it'

it.each([
  ['a program', '\x7fELF\x02\x01\0\0', NO_POSTURE],
  ['something else than JSON', 'compliance: 81', NO_POSTURE],
  ['a text', '["text"]', NO_POSTURE],
  [
    'what was cut in a text',
    `${JSON.stringify(WHOLE).slice(0, 5)}\n`,
    'Refused: it is no whole JSON: what is near byte 6 has no place there; correct it, or make it again',
  ],
  [
    'what lacks a comma',
    '{"compliance":1 "redteam":2}',
    'Refused: it is no whole JSON: what is near byte 17 has no place there; correct it, or make it again',
  ],
  ['what was cut between two values', '{"compliance":1,', 'Refused: it is JSON that was cut'],
])('%s is refused in words for who wrote it', async (_what, text, reason) => {
  const error = await imported('posture', text).catch((error: unknown) => error)
  expect(`${error}`).toBe(reason)
})
