// Nothing can be read: the reason is told once, at the top, and stands still while it is tried again.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'

const FAILED = { status: 500, json: { error: 'Database connection failed' } }
const REASON = /Database connection failed/g

const failAll = (page: Page) => page.route('**/api/**', (route) => route.fulfill(FAILED))

/** Opened while every endpoint fails. */
async function opened(path: string) {
  const { page, service } = await look({
    path: '/no-such-page',
    viewport: { width: 390, height: 844 },
    hasTrouble: true,
  })
  await page.clock.install()
  await failAll(page)
  await page.goto(service.address + path)
  await settled(page)
  await page.locator('.trouble').waitFor()
  return page
}

it.each(['/', '/?days=90', '/malware', '/compliance', '/servers/ci-01', '/findings'])(
  'on %s the reason stands once, and no panel keeps room for what is not there',
  async (path) => {
    const page = await opened(path)
    const text = await page.locator('main').innerText()
    expect(text.match(REASON)).toEqual(['Database connection failed'])
    expect(text).toContain('Not known: ')
    const states = await page
      .locator('main .state')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
    expect(states.length).toBeGreaterThan(0)
    expect(Math.max(...states)).toBeLessThan(60)
  },
)

it('the reason stands once, too, where the small lines of the servers could not be read', async () => {
  const { page, service } = await look({ path: '/no-such-page', hasTrouble: true })
  await page.route('**/api/compliance-scans.php?action=history*', (route) => route.fulfill(FAILED))
  await page.goto(`${service.address}/compliance`)
  await page.getByText('Cannot read score history. Database connection failed.').waitFor()
  await settled(page)
  const said = () => page.locator('main').innerText()
  expect((await said()).match(REASON)).toHaveLength(1)
  await failAll(page)
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('Cannot read compliance scans and score history.').waitFor()
  expect((await said()).match(REASON)).toHaveLength(1)
  expect(await said()).toContain('8 of 8 shown')
})

it('where nothing was ever recorded, no panel of a phone keeps room for it, either', async () => {
  const { page } = await visit({ isDemo: false, viewport: { width: 390, height: 844 } })
  await settled(page)
  const states = await page
    .locator('main .state')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
  expect(states.length).toBeGreaterThan(3)
  expect(Math.max(...states)).toBeLessThan(100)
})

it('one sentence names all that could not be read', async () => {
  const page = await opened('/')
  expect(await page.locator('.trouble').innerText()).toMatch(
    /^Cannot read the posture score, malware scans, compliance scans and open findings\. Database connection failed\. Nothing has been read yet\.\s+It is tried again every few seconds\.$/,
  )
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1500)
  // A list has items, and nothing else.
  expect(await page.locator('ul > :not(li)').count()).toBe(0)
})

it('what was read, and what was not, is told apart in that sentence', async () => {
  const { page } = await look({ path: '/malware', hasTrouble: true })
  await settled(page)
  await failAll(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.locator('.trouble').waitFor()
  await expect
    .poll(() => page.locator('.trouble').innerText())
    .toMatch(
      /^Cannot read the posture score, malware scans, compliance scans and open findings\. Database connection failed\. What is shown was read at .*; newer data is missing\. Of the posture score, compliance scans and open findings nothing has been read yet\.\s/,
    )
})

it.each([
  ['/malware', 'Not known: malware scans could not be read.', FAILED],
  [
    '/servers/nobody',
    'No scan of a server called',
    { status: 404, json: { error: 'Server not found' } },
  ],
])('while %s is tried again, nothing moves and nothing is told anew', async (path, said, reply) => {
  const { page, service } = await look({ path: '/no-such-page', hasTrouble: true })
  await page.clock.install()
  await page.route('**/api/**', (route) => route.fulfill(reply))
  await page.goto(service.address + path)
  await page.getByText(said).first().waitFor()
  await page.getByRole('button', { name: 'Read again' }).focus()
  const changes = await page.evaluateHandle(() => {
    const seen: string[] = []
    const observer = new MutationObserver((all) => {
      for (const it of all) seen.push(`${it.type} in ${(it.target as Element).className}`)
    })
    const main = document.querySelector('main') as Element
    observer.observe(main, { childList: true, characterData: true, subtree: true })
    return seen
  })
  for (let turn = 0; turn < 2; turn++) {
    const again = page.waitForResponse('**/api/**')
    await page.clock.runFor(31_000)
    await (await again).finished()
  }
  await page.getByText(said).first().waitFor()
  expect(await changes.jsonValue()).toEqual([])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Read again')
})
