// The overview answers: how do we stand, why, is it getting better, what first, can I believe it.
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import type { TestDatabase } from '../support/database.ts'
import { complianceScan, detection, finding, posture } from '../support/rows.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const

const text = (cells: readonly string[]) => cells.map((it) => it.replace(/\s+/g, ' ').trim())

it('shows the overall score, and what each component wins and loses of it', async () => {
  const { page, service } = await look()
  await settled(page)
  const { current } = (await service.get('/api/posture.php')).body
  expect(await page.locator('.score-number').innerText()).toBe(current.overall.toFixed(2))
  const rows = page.locator('.ledger tbody tr')
  expect(await rows.count()).toBe(5)
  const [name, score, won, lost] = text(await rows.nth(1).locator('th, td').allInnerTexts())
  expect([name, score]).toEqual(['Red team', current.redteam.toFixed(1)])
  expect(won).toBe(`${(current.redteam * 0.25).toFixed(1)} of 25`)
  expect(lost).toBe(`−${(25 - current.redteam * 0.25).toFixed(1)}`)
})

it('says in a sentence where we stand, where most is lost, and who is silent', async () => {
  const { page, service } = await look()
  await settled(page)
  const lede = await page.locator('.lede').innerText()
  const { current } = (await service.get('/api/posture.php')).body
  expect(lede).toContain(`${current.overall.toFixed(2)} of 100`)
  expect(lede).toMatch(/Most is lost to red team \(−5\.5\), then incidents/)
  expect(lede).toContain('backup-01 stopped reporting.')
})

it('says at the top what is open and most severe, and leads there', async () => {
  const { page, address } = await look()
  await settled(page)
  const lede = page.locator('.lede')
  await expect
    .poll(() => lede.innerText())
    .toMatch(/^[\d.]+ of 100, .*\. 2 critical findings are open\. Most is/)
  await lede.getByRole('link', { name: '2 critical findings' }).click()
  expect(await address()).toBe('/findings?severity=critical')
})

it('says of several kinds which are as severe, and nothing of what is not known', async () => {
  const { page, service, database } = await visit({
    isDemo: false,
    hasTrouble: true,
    prepare: async ({ insert }) => {
      await insert('posture_scores', posture({ incidents_critical: 0, incidents_high: 1 }))
      await insert('compliance_scans', complianceScan({ scan_id: 1 }))
      const open = ['high', 'high', 'low'] as const
      await insert(
        'compliance_findings',
        ...open.map((it) => finding({ scan_id: 1, severity: it })),
      )
      await insert('malware_detections', detection({ severity: 'high' }))
    },
  })
  await settled(page)
  const lede = page.locator('.lede')
  await expect
    .poll(() => lede.innerText())
    .toContain('1 high incident, 1 high detection and 2 high findings are open.')
  // The score is one thing, what is open another.
  await page.route('**/api/posture.php*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(service.address)
  await page.locator('.trouble').waitFor()
  await settled(page)
  expect(await lede.innerText()).toBe(
    'No malware scan has ever been recorded. web-01 stopped reporting.',
  )
  await database.insert('malware_detections', detection({ severity: 'critical' }))
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect
    .poll(() => lede.innerText())
    .toMatch(/^1 critical detection is open\. No malware scan/)
  await page.unrouteAll()
  // Something critical may be among them.
  await page.route('**/api/malware.php', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(service.address)
  await page.locator('.trouble').waitFor()
  await settled(page)
  expect(await lede.innerText()).not.toContain('open.')
})

it('lists what to fix first, most severe first, malware among it', async () => {
  const { page } = await look()
  await settled(page)
  const list = page.getByRole('region', { name: 'Fix first' })
  const severities = await list.locator('tbody .sev').allInnerTexts()
  expect(severities).toHaveLength(10)
  const ranks = severities.map((it) => (SEVERITIES as readonly string[]).indexOf(it))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(await list.innerText()).toContain('Unix.Coinminer.Generic-402')
})

it('shows what is open by severity, as the lists behind it do, and controls', async () => {
  const { page, service } = await look()
  await settled(page)
  const [posture, malware, findings] = await Promise.all([
    service.get('/api/posture.php'),
    service.get('/api/malware.php'),
    service.get('/api/compliance-scans.php?action=findings'),
  ])
  const open = (severity: string) =>
    findings.body.findings.filter((it: { severity: string }) => it.severity === severity).length
  const rows = page.getByRole('region', { name: 'Open by severity' }).locator('tbody tr')
  const counted = (counts: Record<string, number>) => SEVERITIES.map((it) => `${counts[it]}`)
  for (const [i, counts] of [
    posture.body.current.active_incidents,
    malware.body.severity_counts,
    Object.fromEntries(SEVERITIES.map((it) => [it, open(it)])),
  ].entries()) {
    const cells = await rows.nth(i).locator('td').allInnerTexts()
    expect(cells.slice(0, 4)).toEqual(counted(counts))
  }
  expect(await rows.nth(2).locator('td').last().innerText()).toBe(`${findings.body.total_findings}`)
  const { controls_implemented, controls_total } = posture.body.current
  expect(await page.locator('.controls').innerText()).toContain(
    `${controls_implemented} of ${controls_total} controls implemented`,
  )
})

/** A scan that counted more than is open: some were resolved since. */
const OPEN = { critical: 3, high: 502, medium: 510, low: 1 }

async function fill({ insert }: TestDatabase): Promise<void> {
  const counted = { findings_critical: 5, findings_high: 600, findings_medium: 600 }
  await insert('compliance_scans', { ...complianceScan(counted), scan_id: 1 } as never)
  const rows = SEVERITIES.flatMap((severity) => [
    ...Array.from({ length: OPEN[severity] }, () => finding({ scan_id: 1, severity })),
    finding({ scan_id: 1, severity, resolved_at: '2026-03-16 00:00:00' }),
  ])
  while (rows.length > 0) await insert('compliance_findings', ...rows.splice(0, 100))
}

it('every number of open findings is that of the list behind it, and what a scan counted is said to be more', async () => {
  const { page, service, address } = await visit({ isDemo: false, prepare: fill })
  await settled(page)
  const row = page.getByRole('region', { name: 'Open by severity' }).locator('tbody tr').last()
  const cells = () => row.locator('td').allInnerTexts()
  await expect.poll(cells).toEqual(['3', '502', '510', '1', '1,016'])
  await page.getByRole('link', { name: '1,016 open findings' }).waitFor()
  await row.getByRole('link', { name: 'Compliance' }).click()
  expect(await address()).toBe('/findings')
  await page.getByText('1,016 open findings').waitFor()
  for (const [i, severity] of SEVERITIES.entries()) {
    await page.goBack()
    await row.locator('td').nth(i).getByRole('link').click()
    expect(await address()).toBe(`/findings?severity=${severity}`)
    await page.getByText(new RegExp(`^${OPEN[severity]} open findings? match`)).waitFor()
  }
  await page.goBack()
  const worst = page.getByRole('region', { name: 'Worst servers' }).last()
  expect(await worst.innerText()).toContain('including those resolved since')
  await page.goto(`${service.address}/compliance`)
  await settled(page)
  const totals = page.getByRole('region', { name: 'Totals of the latest scans' })
  expect(await totals.innerText()).toContain('including those resolved since')
  await page.goto(`${service.address}/servers/web-01`)
  await settled(page)
  const scan = page.getByRole('region', { name: 'Latest scan', exact: true })
  expect(text([await scan.innerText()])[0]).toContain('resolved since 4 findings')
})

it('shows the worst servers first', async () => {
  const { page, service } = await look()
  await settled(page)
  const { servers } = (await service.get('/api/compliance-scans.php')).body
  const worst = servers
    .toSorted(
      (a: { overall_score: number }, b: { overall_score: number }) =>
        a.overall_score - b.overall_score,
    )
    .map((it: { server_name: string }) => it.server_name)
  const shown = page.getByRole('region', { name: 'Worst servers' }).first().locator('tbody th')
  expect(text(await shown.allInnerTexts())).toEqual(worst.slice(0, 8))
})

it('shows how long ago each scanner ran, and marks a silent server in words', async () => {
  const { page } = await look()
  await settled(page)
  const lines = text(await page.locator('.believe li').allTextContents())
  expect(lines.filter((it) => it.includes('Scanner'))).toHaveLength(4)
  expect(lines).toContainEqual(expect.stringMatching(/^late:Servers that report7 of 8$/))
  expect(lines).toContainEqual(expect.stringMatching(/^late:backup-01last \d+ d ago$/))
})

it('a number of active detections leads to those', async () => {
  const { page, address } = await look()
  await settled(page)
  const row = page.getByRole('region', { name: 'Open by severity' }).locator('tbody tr').nth(1)
  await row.locator('td').nth(1).getByRole('link', { name: '1' }).click()
  expect(await address()).toBe('/malware?severity=high')
  await page.getByText('1 of 3 shown').waitFor()
  // None is no list.
  await page.goBack()
  expect(await row.locator('td').first().getByRole('link').count()).toBe(0)
  // So does the number of all.
  expect(await row.locator('td').last().getByRole('link').count()).toBe(1)
  await row.locator('td').last().getByRole('link', { name: '3' }).click()
  expect(await address()).toBe('/malware')
  await page.getByText('3 of 3 shown').waitFor()
})

it('of many silent servers the last line leads to all of them, on one line', async () => {
  const { page, address } = await visit({
    isDemo: false,
    prepare: ({ insert }) =>
      insert(
        'compliance_scans',
        ...Array.from({ length: 8 }, (_, i) => complianceScan({ server_name: `web-${i}` })),
      ),
  })
  await settled(page)
  const more = page.locator('.believe').getByRole('link', { name: 'and 3 more servers' })
  const [line, other] = await Promise.all(
    [more, page.locator('.believe').getByRole('link', { name: 'web-0' })].map((it) =>
      it.boundingBox(),
    ),
  )
  expect(line?.height).toBe(other?.height)
  expect(line?.x).toBe(other?.x)
  await more.click()
  expect(await address()).toBe('/compliance?silent=1&sort=scan')
  await page.getByText('8 of 8 shown').waitFor()
})

it('a score that was last recorded long ago says so where it is said', async () => {
  const { page, service } = await visit({
    isDemo: false,
    prepare: ({ insert }) =>
      insert(
        'posture_scores',
        ...[12, 11, 10, 9].map((days) =>
          posture({
            recorded_at: new Date(Date.now() - days * 86_400_000)
              .toISOString()
              .slice(0, 19)
              .replace('T', ' '),
          }),
        ),
      ),
  })
  await settled(page)
  expect(await page.locator('.lede').innerText()).toMatch(/It was last recorded on \d+ \w+\./)
  await page.goto(`${service.address}/?days=7`)
  await settled(page)
  expect(await page.locator('.lede').innerText()).toContain(
    'Nothing of it was recorded in the last 7 days.',
  )
  const line = page.locator('.believe li', { hasText: 'Posture recorded' })
  expect(text([await line.innerText()])[0]).toMatch(/^late: ?Posture recorded \d+ \w+ \d{4}$/)
})

it('how far back the line goes is the address', async () => {
  const { page, address } = await look({ path: '/?days=90' })
  await settled(page)
  const pressed = page.locator('[aria-pressed=true]')
  expect(await pressed.innerText()).toBe('90 d')
  await page.getByText('Show as a table').click()
  const rows = page.locator('.as-table tbody tr')
  await rows.first().waitFor()
  expect(await rows.count()).toBeGreaterThan(80)
  await page.getByRole('button', { name: '7 d', exact: true }).click()
  expect(await address()).toBe('/?days=7')
  await page.waitForFunction(() => document.querySelectorAll('.as-table tbody tr').length <= 8)
})

it('figures that are recorded, and not computed anew, say on which day they were', async () => {
  const { page, service } = await look()
  await settled(page)
  const { history } = (await service.get('/api/posture.php')).body
  const day = new Date(`${history.at(-1).date}T12:00:00Z`).toLocaleDateString('en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  const note = (name: string) =>
    page.getByRole('region', { name, exact: true }).locator('.panel-note').innerText()
  expect(await note('Posture score')).toContain(`the others are as recorded on ${day}.`)
  expect(await note('Open by severity')).toContain(`Incidents and controls: as recorded on ${day}.`)
})
