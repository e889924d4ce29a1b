// Who loads a long page again, or comes back to it, is where they were.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

const PLACE = 400
const SMALL = { width: 1280, height: 500 }

const place = (page: Page) => page.evaluate(() => window.scrollY)

/** Answers wait until they are let go: by then the browser has long given up. */
async function held(page: Page): Promise<() => Promise<void>> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await promise
    await route.continue()
  })
  return async () => {
    resolve()
    await settled(page)
  }
}

/** Without going there, as a click would. */
const readAgain = (page: Page) =>
  page.getByRole('button', { name: 'Read again' }).evaluate((it: HTMLElement) => it.click())

async function scrolled(page: Page, to = PLACE): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), to)
  await page.waitForFunction((y) => history.state?.scrolled === y, to)
}

it.each(['/', '/malware', '/findings', '/servers/ci-01?status=all'])(
  '%s is where it was after it is loaded again, though its data comes late',
  async (path) => {
    const { page } = await look({ path, viewport: SMALL })
    await settled(page)
    await scrolled(page)
    const letGo = await held(page)
    await page.reload()
    await page.locator('[aria-busy]').first().waitFor()
    await letGo()
    await expect.poll(() => place(page)).toBe(PLACE)
  },
)

it('so it is on the way back, from another view and from another page', async () => {
  const { page, service } = await look({ path: '/findings', viewport: SMALL })
  await settled(page)
  await scrolled(page)
  // In sight or not: a click would go there first.
  await page
    .locator('.findings tbody tr a')
    .first()
    .evaluate((it: HTMLElement) => it.click())
  await page.getByRole('heading', { name: 'Latest scan', exact: true }).waitFor()
  expect(await place(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => place(page)).toBe(PLACE)
  await page.goto(`${service.address}/malware`)
  const letGo = await held(page)
  await page.goBack()
  await page.locator('[aria-busy]').first().waitFor()
  await letGo()
  await expect.poll(() => place(page)).toBe(PLACE)
})

it('another order or filter is the same place, and a place that is no more is the end of the page', async () => {
  const { page } = await look({ path: '/findings', viewport: SMALL })
  await settled(page)
  await scrolled(page)
  await page.getByRole('searchbox').evaluate((it: HTMLInputElement) => {
    // As a visitor types, but without going there.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(it, 'ssh')
    it.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.waitForFunction(() => location.search === '?q=ssh')
  await page.reload()
  await settled(page)
  const end = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  const wanted = Math.min(PLACE, await end())
  await expect.poll(() => place(page)).toBe(wanted)
})

it('who has gone elsewhere meanwhile is not taken back', async () => {
  const { page } = await look({ path: '/malware', viewport: SMALL, hasTrouble: true })
  await settled(page)
  await scrolled(page)
  await page.route('**/api/malware.php', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.reload()
  await page.locator('.trouble').waitFor()
  await page.evaluate(() => window.scrollTo(0, 40))
  await page.waitForFunction(() => history.state?.scrolled === 40)
  await page.unroute('**/api/malware.php')
  await readAgain(page)
  await page.getByText('3 detections are active.').waitFor()
  expect(await place(page)).toBe(40)
})

it('a page that could not be read at first is where it was once it can be', async () => {
  const { page } = await look({ path: '/malware', viewport: SMALL, hasTrouble: true })
  await settled(page)
  await scrolled(page)
  await page.route('**/api/malware.php', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.reload()
  await page.locator('.trouble').waitFor()
  await page.unroute('**/api/malware.php')
  await readAgain(page)
  await expect.poll(() => place(page)).toBe(PLACE)
})
