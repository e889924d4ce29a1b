import { describe, expect, it } from 'vitest'
import { POSTURE, postureOf } from '../support/posture.ts'
import { detection, posture } from '../support/rows.ts'
import { NOW, testService } from '../support/service.ts'

/** The dates in the history at 2026-03-15 12:00:00 of rows recorded at these times. */
async function datesOf(recorded: readonly string[], query = '') {
  const service = await testService()
  const rows = recorded.map((recorded_at) => posture({ recorded_at }))
  await service.database.insert('posture_scores', ...rows)
  return (await postureOf(service, query)).history.map((it) => it.date)
}

describe('history of the posture', () => {
  it('has items with exactly a date and the six scores', async () => {
    const service = await testService()
    await service.database.insert('posture_scores', posture())
    expect(JSON.stringify((await postureOf(service)).history)).toBe(
      '[{"date":"2026-03-15","overall":78.5,"compliance":80,"redteam":70,"incident":90,' +
        '"monitoring":60,"malware":100}]',
    )
  })

  it('has one item a day, oldest first, and none for days without a row', async () => {
    const recorded = [
      '2026-03-10 23:59:59',
      '2026-03-14 00:00:00',
      '2026-03-08 12:00:00',
      '2026-03-14 23:59:59',
      '2026-03-10 00:00:00',
      '2026-03-11 00:00:00',
    ]
    expect(await datesOf(recorded)).toEqual([
      '2026-03-08',
      '2026-03-10',
      '2026-03-11',
      '2026-03-14',
    ])
  })

  it("shows each day's newest row, of equals the one with the highest id", async () => {
    const service = await testService()
    await service.database.insert(
      'posture_scores',
      posture({ posture_id: 5, recorded_at: '2026-03-10 08:00:00', compliance: 5 }),
      posture({ posture_id: 4, recorded_at: '2026-03-10 08:00:01', compliance: 4 }),
      posture({ posture_id: 9, recorded_at: '2026-03-11 08:00:00', compliance: 9 }),
      posture({ posture_id: 8, recorded_at: '2026-03-11 08:00:00', compliance: 8 }),
      posture({ posture_id: 7, recorded_at: '2026-03-11 07:00:00', compliance: 7 }),
    )
    const { history } = await postureOf(service)
    expect(history.map((it) => it.compliance)).toEqual([4, 9])
  })

  it('weighs the malware score of that day into its overall score', async () => {
    const service = await testService()
    const full = { compliance: 100, redteam: 100, incident: 100, monitoring: 100 }
    await service.database.insert(
      'posture_scores',
      posture({ ...full, recorded_at: '2026-03-10 06:00:00' }),
      posture({ ...full, recorded_at: '2026-03-11 06:00:00' }),
    )
    await service.database.insert(
      'malware_detections',
      detection({
        severity: 'critical',
        detected_at: '2026-03-11 07:00:00',
        resolved_at: '2026-03-12 00:00:00',
      }),
    )
    expect((await postureOf(service)).history).toMatchObject([
      { date: '2026-03-10', malware: 100, overall: 100 },
      { date: '2026-03-11', malware: 70, overall: 97 },
    ])
  })
})

describe('days of the history', () => {
  it.each([
    ['', '2026-02-13 12:00:00', '2026-02-13 11:59:59'],
    ['?days=30', '2026-02-13 12:00:00', '2026-02-13 11:59:59'],
    ['?days=1', '2026-03-14 12:00:00', '2026-03-14 11:59:59'],
    ['?days=365', '2025-03-15 12:00:00', '2025-03-15 11:59:59'],
  ])('%j begin at %s and not at %s', async (query, inside, outside) => {
    expect(await datesOf([inside], query)).toEqual([inside.slice(0, 10)])
    expect(await datesOf([outside], query)).toEqual([])
  })

  it('have no end: a row dated in the future has its item, with the live malware score', async () => {
    const service = await testService()
    await service.database.insert('posture_scores', posture({ recorded_at: '2026-04-01 00:00:00' }))
    await service.database.insert(
      'malware_detections',
      detection({ severity: 'medium', detected_at: '2026-03-15 11:00:00' }),
    )
    expect((await postureOf(service)).history).toMatchObject([{ date: '2026-04-01', malware: 90 }])
  })

  it('leave out the part of the first day that lies before them', async () => {
    const service = await testService()
    await service.database.insert(
      'posture_scores',
      posture({ posture_id: 2, recorded_at: '2026-03-14 11:59:59', compliance: 2 }),
      posture({ posture_id: 1, recorded_at: '2026-03-14 12:00:00', compliance: 1 }),
    )
    expect((await postureOf(service, '?days=1')).history).toMatchObject([{ compliance: 1 }])
  })

  it('do not touch the current record', async () => {
    const service = await testService()
    const recorded_at = '2020-01-01 00:00:00'
    await service.database.insert('posture_scores', posture({ recorded_at, controls_total: 4 }))
    const body = await postureOf(service, '?days=1')
    expect(body.history).toEqual([])
    expect(body.current.controls_total).toBe(4)
  })

  it.each([
    ['2', ['2026-03-14']],
    ['+2', ['2026-03-14']],
    [' 2', ['2026-03-14']],
    ['2abc', ['2026-03-14']],
    ['2.9', ['2026-03-14']],
    ['2e0', ['2026-03-14']],
    ['0.2e1', ['2026-03-14']],
    ['4', ['2026-03-12', '2026-03-14']],
    ['1e1', ['2026-03-08', '2026-03-12', '2026-03-14']],
  ])('are read as an integer: days=%s', async (days, dates) => {
    const recorded = ['2026-03-08 00:00:00', '2026-03-12 00:00:00', '2026-03-14 00:00:00']
    expect(await datesOf(recorded, `?days=${encodeURIComponent(days)}`)).toEqual(dates)
  })

  it.each([
    'days=0',
    'days=366',
    'days=-1',
    'days=',
    'days=abc',
    'days=0.9',
    'days=1e3',
    'days=99999999999999999999',
    'days=%00',
    'days=%C3%28',
    'days=7&days=7',
  ])('outside 1-365 or given twice are refused: %s', async (query) => {
    const { get } = await testService()
    const { status, text } = await get(`${POSTURE}?${query}`)
    expect(status).toBe(400)
    expect(text).toBe('{"error":"Invalid days parameter (must be 1-365)"}')
  })

  it('move with the clock, second by second', async () => {
    const service = await testService({ now: NOW + 1_000 })
    await service.database.insert('posture_scores', posture({ recorded_at: '2026-02-13 12:00:00' }))
    expect((await postureOf(service)).history).toEqual([])
  })
})
