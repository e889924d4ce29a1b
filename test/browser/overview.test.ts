// The overview answers: how do we stand, why, is it getting better, what first, can I believe it.
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'

const text = (cells: readonly string[]) => cells.map((it) => it.replace(/\s+/g, ' ').trim())

it('shows the overall score, and what each component wins and loses of it', async () => {
  const { page, service } = await visit()
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
  const { page, service } = await visit()
  await settled(page)
  const lede = await page.locator('.lede').innerText()
  const { current } = (await service.get('/api/posture.php')).body
  expect(lede).toContain(`${current.overall.toFixed(2)} of 100`)
  expect(lede).toMatch(/Most is lost to red team \(−5\.5\), then incidents/)
  expect(lede).toContain('backup-01 stopped reporting.')
})

it('lists what to fix first, most severe first, malware among it', async () => {
  const { page } = await visit()
  await settled(page)
  const list = page.getByRole('region', { name: 'Fix first' })
  const severities = await list.locator('tbody .sev').allInnerTexts()
  expect(severities).toHaveLength(10)
  const ranks = severities.map((it) => ['critical', 'high', 'medium', 'low'].indexOf(it))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(await list.innerText()).toContain('Unix.Coinminer.Generic-402')
})

it('shows incidents, malware and compliance by severity, and controls', async () => {
  const { page, service } = await visit()
  await settled(page)
  const [posture, malware, summary] = await Promise.all([
    service.get('/api/posture.php'),
    service.get('/api/malware.php'),
    service.get('/api/compliance-scans.php'),
  ])
  const rows = page.getByRole('region', { name: 'Open by severity' }).locator('tbody tr')
  const counted = (counts: Record<string, number>) =>
    ['critical', 'high', 'medium', 'low'].map((it) => `${counts[it]}`)
  for (const [i, counts] of [
    posture.body.current.active_incidents,
    malware.body.severity_counts,
    summary.body.severity_totals,
  ].entries()) {
    const cells = await rows.nth(i).locator('td').allInnerTexts()
    expect(cells.slice(0, 4)).toEqual(counted(counts))
  }
  const { controls_implemented, controls_total } = posture.body.current
  expect(await page.locator('.controls').innerText()).toContain(
    `${controls_implemented} of ${controls_total} controls implemented`,
  )
})

it('shows the worst servers first', async () => {
  const { page, service } = await visit()
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
  const { page } = await visit()
  await settled(page)
  const lines = text(await page.locator('.believe li').allTextContents())
  expect(lines.filter((it) => it.includes('Scanner'))).toHaveLength(4)
  expect(lines).toContainEqual(expect.stringMatching(/^late:Servers that report7 of 8$/))
  expect(lines).toContainEqual(expect.stringMatching(/^late:backup-01last \d+ d ago$/))
})

it('how far back the line goes is the address', async () => {
  const { page, address } = await visit({ path: '/?days=90' })
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
