// axe finds nothing to object to, on any view, light or dark, wide or narrow.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fillWithLongNames, LONG } from '../support/browser/long-names.ts'
import { look, settled, visit } from '../support/browser/visit.ts'
import { EVERY_VIEW } from './views.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(`${AXE};
    axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map((it) => id + ': ' + it.html + ' ' + it.failureSummary)))`)
  return found as string[]
}

/** What the browser tells a reader of this page, and says nothing: signs that are drawn, and numbers alone. */
async function emptyNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const names = nodes
    .filter((it) => !it.ignored && /^(button|link|heading|Disclosure)/.test(it.role?.value))
    .map((it) => String(it.name?.value))
  expect(names.length).toBeGreaterThan(5)
  return names.filter((it) => /[\u2190-\u21ff\u25a0-\u25ff×]|^[\d.,]*$/.test(it))
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('no view has a violation', async () => {
    const { page, service } = await look({ colorScheme, hasTrouble: true })
    for (const path of EVERY_VIEW) {
      await page.goto(service.address + path)
      await settled(page)
      expect([path, await violations(page)]).toEqual([path, []])
      expect([path, await emptyNames(page)]).toEqual([path, []])
    }
  })
})

it('a number that leads somewhere is named by what it opens', async () => {
  const { page, service } = await look()
  await settled(page)
  const open = page.getByRole('region', { name: 'Open by severity' })
  const { total_findings } = (await service.get('/api/compliance-scans.php?action=findings')).body
  for (const name of [
    '2 critical findings',
    '1 high detection',
    '3 detections in all',
    `${total_findings} findings in all`,
  ]) {
    const link = open.getByRole('link', { name, exact: true })
    expect(await link.innerText()).toBe(name.split(' ')[0])
  }
  await page.goto(`${service.address}/compliance?show=categories`)
  await settled(page)
  const cell = page.getByRole('link', { name: /^[\d.]+ percent of aws on docker-01$/ })
  expect(await cell.innerText()).toMatch(/^[\d.]+$/)
})

it('nor has one on a phone, with a finding opened', async () => {
  const { page } = await look({ path: '/findings', viewport: { width: 360, height: 740 } })
  await settled(page)
  await page.locator('.finding summary').first().click()
  expect(await violations(page)).toEqual([])
})

it.each(['light', 'dark'] as const)('nor where nothing can be read, in %s', async (colorScheme) => {
  const { page, service } = await look({ colorScheme, hasTrouble: true })
  await settled(page)
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { error: 'No' } }))
  await page.getByRole('button', { name: 'Read again' }).click()
  const toEnd = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await toEnd()
  await page.locator('.stale').waitFor()
  // It has made the page longer, and nothing is below it there.
  await toEnd()
  expect(await violations(page)).toEqual([])
  for (const path of EVERY_VIEW) {
    await page.goto(service.address + path)
    await settled(page)
    expect([path, await violations(page)]).toEqual([path, []])
  }
})

it('nor where every name is long', async () => {
  const { page, service } = await visit({ isDemo: false, prepare: fillWithLongNames })
  const views = EVERY_VIEW.filter((it) => !/servers|no-such/.test(it))
  for (const path of [...views, `/servers/${LONG}`]) {
    await page.goto(service.address + path)
    await settled(page)
    expect([path, await violations(page)]).toEqual([path, []])
  }
})

it('the check sees a violation', async () => {
  const { page } = await look()
  await settled(page)
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  expect(await violations(page)).toContainEqual(expect.stringMatching(/^image-alt/))
})
