import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import { complianceScan, finding } from '../support/rows.ts'

const names = async (page: Page) =>
  (await page.locator('.tall tbody th').allInnerTexts()).map((it) => it.trim())

it('lists servers, worst first, with a line of their scores', async () => {
  const { page, service } = await look({ path: '/compliance' })
  await settled(page)
  const { servers } = (await service.get('/api/compliance-scans.php')).body
  const byScore = servers.toSorted(
    (a: { overall_score: number }, b: { overall_score: number }) =>
      a.overall_score - b.overall_score,
  )
  expect(await names(page)).toEqual(byScore.map((it: { server_name: string }) => it.server_name))
  await page.locator('svg.spark').first().waitFor()
  expect(await page.locator('svg.spark').count()).toBe(8)
  expect(await page.locator('svg.spark').nth(1).getAttribute('aria-label')).toMatch(
    /^from [\d.]+ to [\d.]+$/,
  )
  expect(await page.locator('.figures').innerText()).toContain('89.35')
})

it('a server without a score is last, whichever way, and numbers in names are numbers', async () => {
  const { page } = await visit({
    path: '/compliance',
    isDemo: false,
    prepare: ({ insert }) =>
      insert(
        'compliance_scans',
        complianceScan({ server_name: 'web-9', overall_score: null }),
        complianceScan({ server_name: 'web-10', overall_score: 9 }),
        complianceScan({ server_name: 'web-11', overall_score: 80 }),
      ),
  })
  await settled(page)
  expect(await names(page)).toEqual(['web-10', 'web-11', 'web-9'])
  await page.getByRole('button', { name: 'Score' }).click()
  expect(await names(page)).toEqual(['web-11', 'web-10', 'web-9'])
  await page.getByRole('button', { name: 'Server' }).click()
  expect(await names(page)).toEqual(['web-9', 'web-10', 'web-11'])
})

const hoursAgo = (hours: number) =>
  new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

it('a scan without a score is no score, and only a time without a scan is no scan', async () => {
  const scan = (server_name: string, hours: number, overall_score: number | null) =>
    complianceScan({ server_name, overall_score, scan_date: hoursAgo(hours) })
  const { page, service } = await visit({
    path: '/compliance',
    isDemo: false,
    prepare: ({ insert }) =>
      insert(
        'compliance_scans',
        scan('unscored', 2, null),
        scan('scored', 26, 80),
        scan('silent', 24 * 40, null),
      ),
  })
  await settled(page)
  await page.locator('svg.spark').waitFor()
  const row = (name: string) => page.locator('.tall tbody tr', { hasText: name }).innerText()
  expect(await row('unscored')).toMatch(/no score.*2 h ago/s)
  expect(await row('silent')).toMatch(/no scan.*40 d ago/s)
  await page.goto(`${service.address}/servers/unscored`)
  await settled(page)
  expect(await page.locator('.readout').innerText()).toContain('Score no score')
  await page.goto(`${service.address}/compliance?show=history&servers=unscored,scored`)
  await settled(page)
  const said = /unscored no score,? scored no scan$/
  const words = async () => (await page.locator('.readout').innerText()).replace(/\s+/g, ' ')
  expect(await words()).toMatch(said)
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(said)
  await page.getByRole('slider').press('ArrowLeft')
  expect(await words()).toMatch(/unscored no scan scored 80\.0$/)
})

it('search, type, silence and order are the address', async () => {
  const { page, address } = await look({ path: '/compliance?q=WEB' })
  await settled(page)
  expect((await names(page)).sort()).toEqual(['web-01', 'web-02'])
  await page.getByRole('searchbox').fill('')
  expect(await address()).toBe('/compliance')
  await page.getByRole('button', { name: 'Server' }).click()
  expect(await address()).toBe('/compliance?sort=server')
  expect((await names(page))[0]).toBe('backup-01')
  await page.getByRole('button', { name: 'Server' }).click()
  expect((await names(page))[0]).toBe('web-02')
  await page.getByLabel('Type').selectOption('docker-host')
  expect((await names(page)).sort()).toEqual(['ci-01', 'docker-01'])
  await page.getByLabel('Type').selectOption('')
  await page.getByRole('checkbox').check()
  expect(await names(page)).toEqual(['backup-01'])
  expect(await address()).toBe(
    '/compliance?sort=server&silent=1'.replace('sort=server', 'sort=-server'),
  )
})

it('an address that asks for a part that is none shows the servers', async () => {
  const { page } = await look({ path: '/compliance?show=nothing' })
  await page.getByText('8 of 8 shown').waitFor()
  expect(await page.locator('.tabs [aria-current]').innerText()).toBe('Servers')
})

it('the heat map has the pass rate of every server and category, and leads to the checks it counts', async () => {
  const { page, service, address } = await look({ path: '/compliance?show=categories' })
  await settled(page)
  const { categories_by_server } = (
    await service.get('/api/compliance-scans.php?action=categories')
  ).body
  expect(await page.locator('.heat thead th').allInnerTexts()).toHaveLength(7)
  const row = page.locator('.heat tbody tr', { hasText: 'docker-01' })
  const shown = (await row.locator('td').allInnerTexts()).slice(1)
  const rates = new Map(
    categories_by_server['docker-01'].map((it: { check_category: string; pass_rate: number }) => [
      it.check_category,
      it.pass_rate.toFixed(1),
    ]),
  )
  expect(shown).toEqual(
    ['aws', 'docker', 'os', 'ssh', 'wordpress'].map((it) => rates.get(it) ?? '–'),
  )
  const [aws] = categories_by_server['docker-01']
  await row.locator('td a').first().click()
  await settled(page)
  expect(await address()).toBe('/servers/docker-01?status=all&category=aws')
  const status = page.locator('.checks summary .sev')
  await expect.poll(() => status.count()).toBe(aws.total_checks)
  expect(await status.filter({ hasText: /^pass$/ }).count()).toBe(aws.pass)
  expect(await page.getByLabel('Category').inputValue()).toBe('aws')
})

it('a category with whatever blanks is chosen where its pass rate leads', async () => {
  const category = ' two  words '
  const { page } = await visit({
    path: '/compliance?show=categories',
    isDemo: false,
    prepare: async ({ insert }) => {
      await insert('compliance_scans', complianceScan())
      await insert(
        'compliance_findings',
        ...[category, 'ssh'].map((it) => finding({ scan_id: 1, check_category: it })),
      )
    },
  })
  await settled(page)
  await page.locator('.heat tbody td a').first().click()
  await page.getByText('1 of 2 checks shown').waitFor()
  const chosen = page.getByLabel('Category')
  expect(await chosen.inputValue()).toBe(category)
  await chosen.selectOption('')
  await page.getByText('2 of 2 checks shown').waitFor()
  await chosen.selectOption({ index: 1 })
  await page.getByText('1 of 2 checks shown').waitFor()
})

it('a heat map wider than the page scrolls to its last category', async () => {
  const { page } = await visit({
    path: '/compliance?show=categories',
    isDemo: false,
    prepare: async ({ insert }) => {
      await insert('compliance_scans', { ...complianceScan(), scan_id: 1 } as never)
      const categories = Array.from({ length: 30 }, (_, i) => `category-${10 + i}`)
      await insert(
        'compliance_findings',
        ...categories.map((check_category) => finding({ scan_id: 1, check_category })),
      )
    },
  })
  await settled(page)
  const last = page.getByRole('button', { name: 'category-39' })
  await last.focus()
  await expect
    .poll(() => last.evaluate((it) => it.getBoundingClientRect().right))
    .toBeLessThan(1280)
})

it('the history of chosen servers is the address, up to a year', async () => {
  const { page, address } = await look({ path: '/compliance?show=history' })
  await settled(page)
  await page.locator('.chart svg').waitFor()
  expect(await page.locator('path.line').count()).toBe(3)
  await page.getByLabel('Add a server').fill('db-01')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.locator('path.line').nth(3).waitFor()
  expect(await address()).toBe(
    '/compliance?show=history&servers=backup-01%2Cci-01%2Cbastion%2Cdb-01',
  )
  await page.getByRole('button', { name: 'ci-01' }).click()
  await page.getByRole('button', { name: '365 d' }).click()
  expect(await address()).toBe(
    '/compliance?show=history&servers=backup-01%2Cbastion%2Cdb-01&days=365',
  )
  await page.locator('.chart svg').waitFor()
  expect(await page.locator('path.line').count()).toBe(3)
})

it('the scores that a line shows are also a table, newest first', async () => {
  const { page, service } = await look({ path: '/servers/ci-01?days=30' })
  await settled(page)
  const { all_history } = (
    await service.get('/api/compliance-scans.php?action=history&server=ci-01&days=30')
  ).body
  const days: string[] = all_history.map((it: { scan_date: string }) => it.scan_date.slice(0, 10))
  await page.getByText('Show as a table').click()
  const rows = page.getByRole('table', { name: 'Score a day' }).locator('tbody tr')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(new Set(days).size)
  expect(await rows.first().locator('td').innerText()).toBe(
    all_history.at(-1).overall_score.toFixed(2),
  )
  await page.goto(`${service.address}/compliance?show=history&servers=ci-01,backup-01`)
  await settled(page)
  await page.getByText('Show as a table').click()
  const both = page.getByRole('table', { name: 'Scores a day and server' })
  await both.waitFor()
  expect(await both.locator('thead th').allInnerTexts()).toEqual(['Day', 'ci-01', 'backup-01'])
  // It stopped reporting, and its last day is not the last of the other.
  expect(await both.locator('tbody tr').first().innerText()).toContain('no scan')
})

it('a server shows its latest scan, and its findings by status, severity and text', async () => {
  const { page, service, address } = await look({ path: '/servers/ci-01' })
  await settled(page)
  const { scan, findings } = (
    await service.get('/api/compliance-scans.php?action=server&name=ci-01')
  ).body
  const said = await page.locator('main').innerText()
  expect(said).toContain(scan.overall_score.toFixed(2))
  expect(said).toContain('office-cellar')
  const shown = () => page.locator('.checks > li').count()
  const open = findings.filter(
    (it: { status: string; resolved: boolean }) => it.status === 'fail' && !it.resolved,
  )
  expect(await shown()).toBe(open.length)
  await page.getByLabel('Status').selectOption('all')
  expect(await shown()).toBe(findings.length)
  await page.getByLabel('Severity').selectOption('critical')
  expect(await shown()).toBe(
    findings.filter((it: { severity: string }) => it.severity === 'critical').length,
  )
  expect(await address()).toBe('/servers/ci-01?status=all&severity=critical')
  await page.getByLabel('Severity').selectOption('')
  await page.getByRole('searchbox').fill('privileged')
  expect(await shown()).toBe(1)
  await page.locator('.checks summary').click()
  const details = await page.locator('.finding-details').innerText()
  expect(details).toContain('What to do')
  expect(details).toContain('DKR-0504')
})

it('views are entries of the browser’s history, filters are not', async () => {
  const { page, address } = await look()
  await settled(page)
  await page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: 'Compliance' })
    .click()
  await settled(page)
  await page.getByRole('searchbox').fill('web')
  await page.getByRole('link', { name: 'web-01' }).click()
  await settled(page)
  expect(await address()).toBe('/servers/web-01')
  expect(await page.title()).toBe('web-01 – secdash')
  await page.goBack()
  await settled(page)
  expect(await address()).toBe('/compliance?q=web')
  expect(await names(page)).toHaveLength(2)
  await page.goBack()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
})

it('a server of any name is there at every refresh', async () => {
  const { page } = await visit({
    path: '/compliance?show=categories',
    isDemo: false,
    prepare: async ({ insert }) => {
      const servers = ['__proto__', 'web-01']
      for (const [i, server_name] of servers.entries()) {
        await insert('compliance_scans', complianceScan({ scan_id: i + 1, server_name }))
        await insert('compliance_findings', finding({ scan_id: i + 1 }))
      }
    },
  })
  for (let refresh = 0; refresh < 3; refresh++) {
    await settled(page)
    expect((await names(page)).sort()).toEqual(['__proto__', 'web-01'])
    const again = page.waitForResponse(/action=categories/)
    await page.getByRole('button', { name: 'Read again' }).click()
    await again
  }
})
