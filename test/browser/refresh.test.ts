// New data comes by itself, and nothing that the visitor did is lost.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import { detection } from '../support/rows.ts'

it('shows what was written meanwhile; filter, order, focus and scroll stay', async () => {
  const { page, database, address } = await visit({
    path: '/malware?q=a&sort=-found',
    viewport: { width: 1280, height: 500 },
  })
  await settled(page)
  await page.clock.install()
  await page.selectOption('.choices select >> nth=0', '10')
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.evaluate(() => window.scrollTo(0, 300))
  const file = page.getByText('/srv/late/arrival.exe')
  expect(await file.count()).toBe(0)
  await database.insert(
    'malware_detections',
    detection({ file_path: '/srv/late/arrival.exe', detected_at: '2026-01-01 00:00:00' }),
  )
  await page.clock.runFor(11_000)
  await file.waitFor()
  const detections = page.getByRole('region', { name: 'Active detections' }).last()
  expect(await detections.locator('tbody tr').last().innerText()).toContain('/srv/late/arrival.exe')
  expect(await address()).toBe('/malware?q=a&sort=-found')
  expect(await search.inputValue()).toBe('a')
  expect(await search.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(300)
})

/** How often the page has asked by now; a request of our own shows that none is still to come. */
function askedOf(page: Page): () => Promise<number> {
  let asked = 0
  page.on('request', (request) => {
    if (/\/api\/malware\.php$/.test(request.url())) asked++
  })
  return async () => {
    await page.evaluate(() => fetch('api/posture.php').then((it) => it.text()))
    return asked
  }
}

/** The malware view, under a clock that stands still until it is told to run. */
async function underClock() {
  const { page } = await look({ path: '/malware' })
  await settled(page)
  await page.clock.install()
  const asked = askedOf(page)
  await page.reload()
  await settled(page)
  expect(await asked()).toBe(1)
  return { page, asked }
}

it('reads every 30 seconds unless told otherwise', async () => {
  const { page, asked } = await underClock()
  await page.clock.runFor(28_000)
  expect(await asked()).toBe(1)
  await page.clock.runFor(4_000)
  expect(await asked()).toBe(2)
})

it('does not read by itself when it is told never to, and still does on demand', async () => {
  const { page, asked } = await underClock()
  await page.selectOption('.choices select >> nth=0', '0')
  expect(await page.evaluate(() => localStorage.getItem('secdash.refresh'))).toBe('0')
  await page.clock.runFor(600_000)
  expect(await asked()).toBe(1)
  await page.getByRole('button', { name: 'Read again' }).click()
  expect(await asked()).toBe(2)
})

it('tells the day on which it was read once that is over', async () => {
  const { page, asked } = await underClock()
  await page.selectOption('.choices select >> nth=0', '0')
  const read = page.locator('.read > span')
  const at = Date.parse((await page.locator('.read time').getAttribute('title')) ?? '')
  await page.clock.setFixedTime(at)
  await page.clock.runFor(61_000)
  expect(await read.innerText()).toMatch(/^Read [\d:]+$/)
  await page.clock.setFixedTime(at + 86_400_000)
  await page.clock.runFor(61_000)
  expect(await read.innerText()).toMatch(/^Read [\d:]+ on \d+ \w+ \d{4}$/)
  expect(await asked()).toBe(1)
})

it('does not read while nobody looks, and reads at once when somebody does again', async () => {
  const { page, asked } = await underClock()
  const show = (state: string) =>
    page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(300_000)
  expect(await asked()).toBe(1)
  await show('visible')
  expect(await asked()).toBe(2)
})

it('a choice of theme wins over the system, and lasts', async () => {
  const { page } = await look({ colorScheme: 'light' })
  await settled(page)
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await paper()
  await page.selectOption('.choices select >> nth=1', 'dark')
  const dark = await paper()
  expect(dark).not.toBe(light)
  await page.reload()
  await settled(page)
  expect(await paper()).toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.selectOption('.choices select >> nth=1', 'light')
  expect(await paper()).toBe(light)
  await page.selectOption('.choices select >> nth=1', 'system')
  expect(await paper()).toBe(dark)
})

it('a theme that is chosen in one tab is that of the others', async () => {
  const { page, service } = await look({ colorScheme: 'light' })
  await settled(page)
  const other = await page.context().newPage()
  await other.goto(service.address)
  await settled(other)
  await page.getByLabel('Theme').selectOption('dark')
  await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark')
  expect(await other.getByLabel('Theme').inputValue()).toBe('dark')
})
