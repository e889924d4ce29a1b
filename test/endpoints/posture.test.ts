import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withoutChecks } from '../support/operator-tables.ts'
import { POSTURE, postureOf } from '../support/posture.ts'
import { detection, malwareScan, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const FULL = { compliance: 100, redteam: 100, incident: 100, monitoring: 100 }

describe('GET /api/posture.php', () => {
  it('has exactly the members current, history and timestamp', async () => {
    const service = await testService()
    await service.database.insert('posture_scores', posture())
    expect(Object.keys(await postureOf(service))).toEqual(['current', 'history', 'timestamp'])
  })

  it('has a current record with exactly the members of the specification, in its order', async () => {
    const service = await testService()
    await service.database.insert('posture_scores', posture())
    await service.database.insert('malware_detections', detection({ severity: 'low' }))
    expect(JSON.stringify((await postureOf(service)).current)).toBe(
      '{"overall":78,"compliance":80,"redteam":70,"incident":90,"monitoring":60,"malware":95,' +
        '"controls_implemented":90,"controls_total":120,' +
        '"active_incidents":{"critical":0,"high":1,"medium":2,"low":3}}',
    )
  })

  it('with no row shows zeros, and the live malware score still earns its part', async () => {
    const service = await testService()
    await service.database.insert('malware_detections', detection({ severity: 'high' }))
    expect((await service.get(POSTURE)).text).toBe(
      '{"current":{"overall":8,"compliance":0,"redteam":0,"incident":0,"monitoring":0,' +
        '"malware":80,"controls_implemented":0,"controls_total":0,' +
        '"active_incidents":{"critical":0,"high":0,"medium":0,"low":0}},' +
        '"history":[],"timestamp":"2026-03-15T12:00:00+00:00"}',
    )
  })

  it('with an empty database is 10 overall: nothing was measured and no malware found', async () => {
    const { current } = await postureOf(await testService())
    expect(current).toMatchObject({ overall: 10, compliance: 0, malware: 100 })
  })

  it('ignores parameters that it does not know', async () => {
    const { database, get } = await testService()
    await database.insert('posture_scores', posture())
    const asked = await get(`${POSTURE}?action=x&severity=y&name=&server=..&days[]=0`)
    expect(asked.text).toBe((await get(POSTURE)).text)
  })
})

describe('the newest row', () => {
  it('is the one recorded last, whatever its id', async () => {
    const service = await testService()
    await service.database.insert(
      'posture_scores',
      posture({ posture_id: 3, recorded_at: '2026-03-15 05:59:59', controls_total: 3 }),
      posture({ posture_id: 1, recorded_at: '2026-03-15 06:00:00', controls_total: 1 }),
      posture({ posture_id: 2, recorded_at: '2025-01-01 00:00:00', controls_total: 2 }),
    )
    expect((await postureOf(service)).current.controls_total).toBe(1)
  })

  it('of those recorded at the same second is the one with the highest id', async () => {
    const service = await testService()
    await service.database.insert(
      'posture_scores',
      posture({ posture_id: 8, controls_total: 8 }),
      posture({ posture_id: 9, controls_total: 9 }),
      posture({ posture_id: 7, controls_total: 7 }),
    )
    expect((await postureOf(service)).current.controls_total).toBe(9)
  })

  it.each([
    ['years ago', '2011-01-01 00:00:00'],
    ['in the future', '2026-03-15 12:00:01'],
  ])('counts also when it was recorded %s', async (_, recorded_at) => {
    const service = await testService()
    await service.database.insert('posture_scores', posture({ recorded_at, controls_total: 5 }))
    expect((await postureOf(service)).current.controls_total).toBe(5)
  })
})

describe('the overall score', () => {
  it('is 100 when every component is 100', async () => {
    const service = await testService()
    await service.database.insert('posture_scores', posture(FULL))
    expect((await postureOf(service)).current).toMatchObject({ overall: 100, malware: 100 })
  })

  it('is 97 when malware is 70 and all else is 100', async () => {
    const service = await testService()
    await service.database.insert('posture_scores', posture(FULL))
    await service.database.insert('malware_detections', detection({ severity: 'critical' }))
    expect((await postureOf(service)).current).toMatchObject({ overall: 97, malware: 70 })
  })

  it('is computed at every request: detections change it while the row stays', async () => {
    const service = await testService()
    const { database } = service
    await database.insert('posture_scores', posture(FULL))
    const overall = async () => (await postureOf(service)).current.overall
    expect(await overall()).toBe(100)
    await database.insert('malware_detections', detection({ severity: 'high' }))
    expect(await overall()).toBe(98)
    await sql`update malware_detections set resolved_at = '2026-03-15 11:00:00'`.execute(
      database.db,
    )
    expect(await overall()).toBe(100)
  })

  it('is never read from the table, not even where it has such a column', async () => {
    const service = await testService()
    await sql`alter table posture_scores add column overall real default 1`.execute(
      service.database.db,
    )
    await service.database.insert('posture_scores', posture(FULL))
    const { current, history } = await postureOf(service)
    expect([current.overall, history[0]?.overall]).toEqual([100, 100])
  })

  it('is made of the recorded components and rounded once', async () => {
    const service = await testService()
    const score = 33.335
    const scores = { compliance: score, redteam: score, incident: score, monitoring: score }
    await service.database.insert('posture_scores', posture(scores))
    // 0.9 x 33.335 + 10 = 40.0015; of 33.34 it would be 40.006.
    const { current, history } = await postureOf(service)
    expect(current).toMatchObject({ overall: 40, compliance: 33.34, malware: 100 })
    expect(history).toMatchObject([{ overall: 40, compliance: 33.34, malware: 100 }])
  })
})

it('every component is shown with two decimals, half up', async () => {
  const service = await testService()
  await service.database.insert(
    'posture_scores',
    posture({ compliance: 1.005, redteam: 66.666666, incident: 99.995, monitoring: 12.344999 }),
  )
  const { current, history } = await postureOf(service)
  const shown = { compliance: 1.01, redteam: 66.67, incident: 100, monitoring: 12.34 }
  expect(current).toMatchObject(shown)
  expect(history).toMatchObject([shown])
})

it('a component with as many digits as a number has is the same now and in the history', async () => {
  const service = await testService()
  await service.database.insert('posture_scores', posture({ incident: 9.014999999999999 }))
  const { current, history } = await postureOf(service)
  expect([current.incident, history[0]?.incident]).toEqual([9.01, 9.01])
})

describe('the malware component', () => {
  it('is the score of the malware endpoint', async () => {
    const service = await testService()
    const { database, get } = service
    await database.insert('malware_scans', malwareScan())
    await database.insert(
      'malware_detections',
      ...(['high', 'medium', 'low', 'low'] as const).map((severity) => detection({ severity })),
      detection({ severity: 'critical', resolved_at: '2026-03-14 05:00:00' }),
    )
    const { malware_score } = (await get('/api/malware.php')).body
    expect(malware_score).toBe(60)
    expect((await postureOf(service)).current.malware).toBe(malware_score)
  })

  it('counts all active detections and stays within 0-100', async () => {
    const service = await testService()
    const rows = Array.from({ length: 101 }, () => detection({ severity: 'low' }))
    await service.database.insert('malware_detections', ...rows)
    expect((await postureOf(service)).current.malware).toBe(0)
  })

  it('leaves out a severity outside the four, and the log names it', async () => {
    const service = await testService()
    await withoutChecks(service.database, 'malware_detections')
    await service.database.insert(
      'malware_detections',
      detection({ severity: 'info' as 'low' }),
      detection({ severity: 'low' }),
    )
    expect((await postureOf(service)).current.malware).toBe(95)
    expect(service.logged.filter((line) => line['msg'] === 'data left out')).toMatchObject([
      { where: 'malware_detections.severity', problem: expect.stringContaining('"info"') },
    ])
  })
})
