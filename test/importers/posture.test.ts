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

it('a time without a zone is in the zone of the report', async () => {
  const text = JSON.stringify({ ...COMPONENTS, recorded_at: '2026-03-01 06:30:00' })
  const { postures } = await imported('posture', text, { zone: 'Asia/Tokyo' })
  expect(postures[0]?.recordedAt).toBe(Date.UTC(2026, 1, 28, 21, 30) / 1000)
})

it.each([
  [{ ...WHOLE, compliance: 101 }, '"compliance" must be a number from 0 to 100'],
  [{ ...WHOLE, redteam: '70' }, '"redteam" must be a number from 0 to 100'],
  [{ ...WHOLE, controls: [] }, '"controls" must be an object'],
  [{ ...WHOLE, controls: { implemented: 2, total: 1 } }, 'is more than their "total"'],
  [{ ...WHOLE, incidents: { low: -1 } }, '"low" must be a whole number'],
  [{ ...WHOLE, incidents: { high: 0.5 } }, '"high" must be a whole number'],
  [{ ...WHOLE, recorded_at: 'yesterday' }, '"recorded_at" is "yesterday", and that is no time'],
  [{ ...WHOLE, recorded_at: '2026-02-30 00:00:00' }, 'that is no time'],
  [['text'], 'it is no JSON object with a posture'],
])('%j is refused', async (value, reason) => {
  await expect(imported('posture', JSON.stringify(value))).rejects.toThrow(reason)
})
