import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import { SERVERS } from '../../src/demo/servers.ts'
import { dayOf, daysBefore, momentOf } from '../../src/time.ts'
import { newSqliteDatabase } from '../support/databases/sqlite.ts'
import type { NewDatabase } from '../support/databases/test-engine.ts'
import { NOW, testService } from '../support/service.ts'

describe.each(['UTC', 'America/New_York'])('served in %s', (zone) => {
  let demo: NewDatabase
  beforeAll(async () => {
    demo = await newSqliteDatabase()
    await fillDemo(engineAt(demo.url), NOW, zone)
  })
  afterAll(() => demo.drop())

  const demoService = () => testService({ url: demo.url, timezone: zone })

  it('every endpoint and action answers, and nothing is left out', async () => {
    const { get, logged } = await demoService()
    const compliance = '/api/compliance-scans.php?action='
    for (const url of [
      '/api/malware.php',
      '/api/posture.php?days=120',
      `${compliance}summary`,
      ...Object.keys(SERVERS).map((name) => `${compliance}server&name=${name}`),
      `${compliance}findings`,
      `${compliance}categories`,
      `${compliance}history&days=120`,
    ]) {
      expect([url, (await get(url)).status]).toEqual([url, 200])
    }
    expect(logged.filter((line) => Number(line['level']) >= 40)).toEqual([])
  })

  it('the posture history dips with the outbreak and recovers', async () => {
    const { get } = await demoService()
    const { history, current } = (await get('/api/posture.php?days=120')).body
    const lowest = (from: number, to: number): number => {
      const day = (daysAgo: number) => dayOf(daysBefore(momentOf(NOW, zone), daysAgo))
      const some = history.filter(
        ({ date }: { date: string }) => date >= day(from) && date <= day(to),
      )
      return Math.min(...some.map((it: { malware: number }) => it.malware))
    }
    expect(history).toHaveLength(120)
    expect(lowest(40, 27)).toBe(100)
    expect(lowest(26, 22)).toBe(0)
    expect(lowest(16, 5)).toBe(90)
    expect(current.malware).toBe(65)
  })

  it('what is known agrees from endpoint to endpoint', async () => {
    const { get } = await demoService()
    const posture = (await get('/api/posture.php')).body.current
    const summary = (await get('/api/compliance-scans.php')).body
    const active = (await get('/api/compliance-scans.php?action=findings')).body
    const malware = (await get('/api/malware.php')).body
    expect(posture.compliance).toBe(summary.overall_score)
    expect(posture.controls_implemented).toBe(summary.severity_totals.passing)
    expect(posture.malware).toBe(malware.malware_score)
    expect(malware.active_detections).toHaveLength(3)
    // Four findings are accepted risks: scanned, counted, and not active.
    expect(active.total_findings).toBe(summary.total_findings - 4)
    expect(active.findings[0].severity).toBe('critical')
  })
})
