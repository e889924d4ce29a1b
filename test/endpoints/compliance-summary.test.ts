// spec 2.8, 4.3 `summary`
import { describe, expect, it } from 'vitest'
import { complianceScan, finding } from '../support/rows.ts'
import { testService } from '../support/service.ts'

const SUMMARY = '/api/compliance-scans.php?action=summary'

interface Server {
  server_name: string
  overall_score: number | null
  total_findings: number
}
const namesOf = (servers: Server[]) => servers.map((it) => it.server_name)

/** The answer to a fleet whose latest scans have these scores. */
async function summaryOfScores(...scores: (number | null)[]) {
  const { database, get } = await testService()
  await database.insert(
    'compliance_scans',
    ...scores.map((overall_score, i) => complianceScan({ server_name: `s${i}`, overall_score })),
  )
  return (await get(SUMMARY)).body
}

describe('GET /api/compliance-scans.php?action=summary', () => {
  it('tells every member of the latest scans and their totals, and nothing else', async () => {
    const { database, get } = await testService()
    await database.insert(
      'compliance_scans',
      complianceScan({
        server_name: 'web-01',
        overall_score: 87.5,
        findings_critical: 1,
        findings_high: 2,
        findings_medium: 3,
        findings_low: 4,
        findings_pass: 50,
      }),
      complianceScan({
        server_name: 'db-01',
        server_type: 'bare-metal',
        scan_date: '2026-03-14 23:59:59',
        overall_score: 60.25,
        findings_critical: 10,
        findings_high: 20,
        findings_medium: 30,
        findings_low: 40,
        findings_pass: 500,
      }),
    )
    const { status, body } = await get(SUMMARY)
    expect(status).toBe(200)
    expect(body).toStrictEqual({
      overall_score: 73.88,
      total_servers: 2,
      total_findings: 110,
      severity_totals: { critical: 11, high: 22, medium: 33, low: 44, passing: 550 },
      servers: [
        {
          server_name: 'db-01',
          server_type: 'bare-metal',
          latest_scan_date: '2026-03-14 23:59:59',
          overall_score: 60.25,
          critical_findings: 10,
          high_findings: 20,
          medium_findings: 30,
          low_findings: 40,
          passing_checks: 500,
          total_findings: 100,
        },
        {
          server_name: 'web-01',
          server_type: 'aws-ec2',
          latest_scan_date: '2026-03-15 04:00:00',
          overall_score: 87.5,
          critical_findings: 1,
          high_findings: 2,
          medium_findings: 3,
          low_findings: 4,
          passing_checks: 50,
          total_findings: 10,
        },
      ],
      timestamp: '2026-03-15T12:00:00+00:00',
    })
  })

  it('is the action that is meant when none is given', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan())
    const { text } = await get(SUMMARY)
    expect((await get('/api/compliance-scans.php')).text).toBe(text)
    expect((await get('/api/compliance-scans.php?action=')).text).toBe(text)
  })

  it('answers an empty database with no servers, zeros and no score', async () => {
    const { get } = await testService()
    expect((await get(SUMMARY)).body).toStrictEqual({
      overall_score: null,
      total_servers: 0,
      total_findings: 0,
      severity_totals: { critical: 0, high: 0, medium: 0, low: 0, passing: 0 },
      servers: [],
      timestamp: '2026-03-15T12:00:00+00:00',
    })
  })

  it('takes the newest scan_date of a server, and of equal ones the highest scan_id', async () => {
    const { database, get } = await testService()
    await database.insert(
      'compliance_scans',
      complianceScan({ scan_id: 9, scan_date: '2026-03-01 00:00:00', overall_score: 1 }),
      complianceScan({ scan_id: 3, scan_date: '2026-03-02 00:00:00', overall_score: 2 }),
      complianceScan({ scan_id: 5, scan_date: '2026-03-02 00:00:00', overall_score: 3 }),
      complianceScan({ scan_id: 4, scan_date: '2026-03-02 00:00:00', overall_score: 4 }),
    )
    const { body } = await get(SUMMARY)
    expect(body.servers.map((it: Server) => it.overall_score)).toEqual([3])
    expect(body).toMatchObject({ overall_score: 3, total_servers: 1, total_findings: 6 })
  })

  it('takes a scan that is dated ahead of the clock for the latest', async () => {
    const { database, get } = await testService()
    const ahead = complianceScan({ scan_date: '2026-03-15 12:00:01' })
    await database.insert('compliance_scans', ahead, complianceScan())
    expect((await get(SUMMARY)).body.servers[0].latest_scan_date).toBe('2026-03-15 12:00:01')
  })

  it('counts by the counters of the scan, whatever findings are stored or resolved', async () => {
    const { database, get } = await testService()
    await database.insert('compliance_scans', complianceScan({ scan_id: 1, findings_critical: 7 }))
    await database.insert(
      'compliance_findings',
      finding({ scan_id: 1, severity: 'critical' }),
      finding({ scan_id: 1, severity: 'critical', resolved_at: '2026-03-15 05:00:00' }),
    )
    const { body } = await get(SUMMARY)
    expect(body.severity_totals).toEqual({ critical: 7, high: 1, medium: 2, low: 3, passing: 44 })
    expect(body.total_findings).toBe(13)
    expect(body.servers[0].total_findings).toBe(13)
  })

  it('orders servers by the bytes of their names, and keeps WEB-01 and web-01 apart', async () => {
    const { database, get } = await testService()
    const names = ['web-01', '10', '__proto__', 'WEB-01', '2', 'constructor', '-', 'Zeta', 'alpha']
    await database.insert(
      'compliance_scans',
      ...names.map((server_name) => complianceScan({ server_name })),
    )
    const { body } = await get(SUMMARY)
    expect(namesOf(body.servers)).toEqual([
      '-',
      '10',
      '2',
      'WEB-01',
      'Zeta',
      '__proto__',
      'alpha',
      'constructor',
      'web-01',
    ])
    expect(body.total_servers).toBe(9)
  })

  it('leaves servers without a score out of the mean, and shows theirs as null', async () => {
    const body = await summaryOfScores(90, null, 60)
    expect(body.overall_score).toBe(75)
    expect(body.servers.map((it: Server) => it.overall_score)).toEqual([90, null, 60])
  })

  it('has a null overall_score when no server has a score', async () => {
    const body = await summaryOfScores(null, null)
    expect(body).toMatchObject({ overall_score: null, total_servers: 2 })
  })

  it('takes a score of 0 for a score', async () => {
    expect((await summaryOfScores(0, 50)).overall_score).toBe(25)
    expect((await summaryOfScores(0)).overall_score).toBe(0)
  })

  it('gives scores two decimals, half up on the decimal value', async () => {
    const body = await summaryOfScores(1.005, 66.664999, 66.665, 99.999)
    expect(body.servers.map((it: Server) => it.overall_score)).toEqual([1.01, 66.66, 66.67, 100])
  })

  it('takes scores with as many digits as a number has for what they are', async () => {
    expect((await summaryOfScores(9.014999999999999)).servers[0].overall_score).toBe(9.01)
  })

  it('takes the mean of the scores as they are stored, and rounds it once', async () => {
    expect((await summaryOfScores(50.005, 50.004)).overall_score).toBe(50)
    expect((await summaryOfScores(33.33, 33.33, 33.34)).overall_score).toBe(33.33)
    expect((await summaryOfScores(1, 1.01)).overall_score).toBe(1.01)
  })
})
