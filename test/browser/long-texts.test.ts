// Long texts are folded, with a way to all of them; nothing is said to be nothing; large numbers can be read.
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import type { TestDatabase } from '../support/database.ts'
import { complianceScan, detection, finding, malwareScan } from '../support/rows.ts'

const LONG = `${'Root may log in over SSH. '.repeat(54)}The end.`
const HUGE = 123_456_789

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

async function fill({ insert }: TestDatabase): Promise<void> {
  const summary = JSON.stringify({ note: LONG, version: '', list: [], map: {}, none: null, '': 1 })
  await insert(
    'malware_scans',
    ...[29, 15, 14, 0].map((days) =>
      malwareScan({
        scan_date: daysAgo(days),
        infections_found: HUGE,
        files_scanned: HUGE,
        scan_duration_seconds: 4_444_530,
        summary,
      }),
    ),
  )
  await insert('malware_detections', detection({ malware_signature: LONG, severity: 'low' }))
  const scan = complianceScan({ metadata: summary, scan_date: '1990-01-01 00:00:00' })
  await insert('compliance_scans', { ...scan, scan_id: 1 } as never)
  await insert(
    'compliance_findings',
    finding({ scan_id: 1, finding_summary: LONG, severity: 'critical' }),
    finding({ scan_id: 1, finding_summary: '', check_name: 'Named by its check' }),
    finding({ scan_id: 1, finding_summary: ' ', check_name: ' ', check_id: 'ID-7' }),
  )
}

it('a long text is folded, wherever it stands, and can be seen whole', async () => {
  const { page, service } = await visit({ isDemo: false, prepare: fill })
  await settled(page)
  const folds = page.getByRole('button', { name: 'Show all 1,412 letters' })
  const main = page.locator('main')
  for (const [path, many] of [
    ['/', 2],
    ['/malware', 2],
    ['/servers/web-01', 1],
  ] as const) {
    await page.goto(service.address + path)
    await settled(page)
    expect([path, await folds.count()]).toEqual([path, many])
    expect(await main.innerText()).not.toContain('The end.')
    await folds.first().click()
    expect(await main.innerText()).toContain('The end.')
    await page.getByRole('button', { name: 'Show less' }).click()
    expect(await main.innerText()).not.toContain('The end.')
    // Nobody presses a button on paper.
    await page.emulateMedia({ media: 'print' })
    await page.getByText('The end.').first().waitFor()
    expect(await folds.count()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
  }
  for (const path of ['/findings', '/servers/web-01']) {
    await page.goto(service.address + path)
    await settled(page)
    const line = page.locator('.finding summary', { hasText: 'Root may log in' })
    expect((await line.innerText()).length).toBeLessThan(320)
    await line.click()
    await page.locator('.finding summary', { hasText: 'The end.' }).waitFor()
  }
})

it('what is empty has a word for it', async () => {
  const { page, service } = await visit({ path: '/malware', isDemo: false, prepare: fill })
  for (const path of ['/malware', '/servers/web-01']) {
    await page.goto(service.address + path)
    await settled(page)
    const pairs = await page.locator('.pairs').last().locator('.pair').allInnerTexts()
    expect(pairs.slice(1).map((it) => it.split(/\s*\n\s*/))).toEqual([
      ['version', 'empty'],
      ['list', 'empty'],
      ['map', 'empty'],
      ['none', 'empty'],
      ['no name', '1'],
    ])
  }
  for (const path of ['/findings', '/servers/web-01']) {
    await page.goto(service.address + path)
    await settled(page)
    const lines = await page.locator('.finding summary .wrap:last-child').allInnerTexts()
    expect(lines.slice(1)).toEqual(expect.arrayContaining(['Named by its check', 'ID-7']))
  }
})

it.each([320, 768, 1440])('large numbers stay in their chart at %i, and apart', async (width) => {
  const { page } = await visit({
    path: '/malware',
    isDemo: false,
    prepare: fill,
    viewport: { width, height: 900 },
  })
  await settled(page)
  const chart = page.locator('.chart.days')
  await chart.locator('svg').waitFor()
  const frame = await chart.boundingBox()
  const numbers = chart.locator('text.t-critical')
  // Those of two days in a row would lie on each other.
  expect(await numbers.allTextContents()).toEqual(width < 700 ? [] : ['123,456,789', '123,456,789'])
  expect(await chart.locator('.infected').count()).toBe(4)
  for (const number of await numbers.all()) {
    const box = await number.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(frame?.x ?? Number.NaN)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
      (frame?.x ?? 0) + (frame?.width ?? 0),
    )
  }
})

it('ages and durations have their thousands apart', async () => {
  const { page, service } = await visit({ path: '/malware', isDemo: false, prepare: fill })
  await settled(page)
  expect(await page.locator('main').innerText()).toContain('1,234 h 35 min')
  await page.goto(`${service.address}/servers/web-01`)
  await settled(page)
  expect(await page.locator('.lede').innerText()).toMatch(/all below is 1\d,\d{3} d old/)
})
