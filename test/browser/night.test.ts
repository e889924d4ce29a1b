// Who is called at night scrolls, presses keys and hears: nothing old passes for new, and nothing is in the way.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

const inSight = (page: Page, text: RegExp | string) =>
  page.getByText(text).evaluateAll((all) =>
    all.some((it) => {
      const box = it.getBoundingClientRect()
      return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight
    }),
  )

const scrollDown = (page: Page) =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

it.each([
  [390, 844],
  [1440, 900],
])('at %ix%i who has scrolled down sees that newer data is missing', async (width, height) => {
  const { page, signOut } = await look({
    path: '/findings',
    viewport: { width, height },
    hasTrouble: true,
  })
  await settled(page)
  await page.clock.install()
  // Timers of before run by another clock.
  await page.getByLabel('Refresh').selectOption('every 10 s')
  await scrollDown(page)
  const strip = page.locator('.stale')
  expect(await strip.count()).toBe(0)
  await page.route('**/api/**', (route) => route.abort())
  await page.clock.runFor(11_000)
  await strip.waitFor()
  expect(await strip.innerText()).toMatch(/^Read [\d:]+; newer data is missing\.\s+See why$/)
  expect(await inSight(page, /; newer data is missing\./)).toBe(true)
  // The reason itself is a key away.
  await strip.getByRole('button').press('Enter')
  await strip.waitFor({ state: 'detached' })
  expect(await inSight(page, /The service cannot be reached/)).toBe(true)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.unrouteAll()
  await signOut()
  await page.clock.runFor(6_000)
  await page.getByText('You are signed out.').waitFor()
  await scrollDown(page)
  await strip.waitFor()
  expect(await strip.innerText()).toMatch(/^You are signed out\.\s+See why$/)
  await page.context().setExtraHTTPHeaders({ 'x-auth-user-id': 'tester' })
  await page.clock.runFor(6_000)
  await strip.waitFor({ state: 'detached' })
})

it('only a table that scrolls sideways is a stop of the Tab key', async () => {
  const { page } = await look({ path: '/compliance', viewport: { width: 1440, height: 900 } })
  await settled(page)
  const stops = page.locator('.table-frame[tabindex="0"]')
  await page.getByRole('table', { name: 'Servers' }).waitFor()
  await expect.poll(() => stops.count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => stops.count()).toBe(1)
  expect(await stops.getAttribute('aria-label')).toBe('Servers')
})

it.each([
  ['/malware', '0 of 3 shown'],
  ['/compliance', '0 of 8 shown'],
  ['/compliance?show=categories', '0 of 8 shown'],
  ['/servers/ci-01', /^0 of \d+ checks shown$/],
  ['/findings', 'Nothing open matches'],
] as const)('who searches on %s hears that nothing matches', async (path, said) => {
  const { page } = await look({ path })
  await settled(page)
  const regions = await page.locator('[aria-live=polite]').elementHandles()
  await page.getByRole('searchbox').fill('nothing has this')
  // A region that comes with its text is not read aloud: it must have been there.
  const heard = () => Promise.all(regions.map((it) => it.textContent()))
  await expect.poll(heard).toContainEqual(expect.stringMatching(said))
})

it('at twice the size the bar does not stay in the way', async () => {
  const { page } = await look({ viewport: { width: 720, height: 450 } })
  await settled(page)
  await scrollDown(page)
  const bottom = () => page.locator('.bar').evaluate((it) => it.getBoundingClientRect().bottom)
  expect(await bottom()).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await bottom()).toBeGreaterThan(0)
})

it('a button that works does not say that it does not', async () => {
  const { page } = await look({ path: '/malware', hasTrouble: true })
  await settled(page)
  let asked = 0
  await page.route('**/api/malware.php', () => void asked++)
  const again = page.getByRole('button', { name: 'Read again' })
  await again.click()
  await expect.poll(() => asked).toBe(1)
  // What hangs on a dead line is asked anew by who presses again.
  expect(await again.getAttribute('aria-disabled')).toBeNull()
  await again.click()
  await expect.poll(() => asked).toBe(2)
})
