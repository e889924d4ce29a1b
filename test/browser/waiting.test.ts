// While another question is on its way, the last answer stays, and is seen to be the last one.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import { posture } from '../support/rows.ts'

/** Requests of such an address wait until they are let go. */
async function held(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

it('score and sentence stay while another number of days is read, marked as such', async () => {
  const { page } = await look()
  await settled(page)
  const lede = page.locator('.lede')
  const score = page.locator('.score-number')
  const before = [await lede.innerText(), await score.innerText()]
  await page.getByText('Show as a table').click()
  const letGo = await held(page, '**/api/posture.php?days=90')
  await page.getByRole('button', { name: '90 d' }).click()
  await page.getByText('Reading…', { exact: true }).waitFor()
  expect([await lede.innerText(), await score.innerText()]).toEqual(before)
  expect(await lede.getAttribute('aria-busy')).toBe('true')
  expect(await page.locator('.panel[aria-busy=true] h2').allInnerTexts()).toEqual([
    'Posture score',
    'Is it getting better?',
  ])
  letGo()
  await settled(page)
  await page.getByText('Reading…', { exact: true }).waitFor({ state: 'detached' })
  expect(await lede.innerText()).not.toBe(before[0])
  // What was opened is open.
  expect(await page.locator('.as-table tbody tr').count()).toBeGreaterThan(80)
})

it('the score of no days is not said of others while those are read', async () => {
  const { page } = await visit({
    path: '/?days=7',
    isDemo: false,
    prepare: ({ insert }) => insert('posture_scores', posture({ recorded_at: daysAgo(9) })),
  })
  await settled(page)
  await page.getByText('Nothing was recorded in the last 7 days.').waitFor()
  const letGo = await held(page, '**/api/posture.php?days=90')
  await page.getByRole('button', { name: '90 d' }).click()
  await page.getByText('Reading…', { exact: true }).waitFor()
  expect(await page.locator('main').innerText()).not.toContain('90 days')
  letGo()
  await page.getByRole('slider').waitFor()
})

it('the history of a server stays while that of other days is read', async () => {
  const { page } = await look({ path: '/servers/ci-01' })
  await settled(page)
  const letGo = await held(page, '**/api/*days=7')
  await page.getByRole('button', { name: '7 d', exact: true }).click()
  await page.locator('.panel[aria-busy=true]', { has: page.getByRole('slider') }).waitFor()
  letGo()
  await settled(page)
  expect(await page.getByRole('slider').getAttribute('max')).toBe('6')
})

it('the histories of servers stay until all those of other days are read', async () => {
  const { page } = await look({
    path: '/compliance?show=history&servers=ci-01,bastion',
    hasTrouble: true,
  })
  await settled(page)
  const days = () => page.getByRole('slider').getAttribute('max').then(Number)
  const panel = page.locator('.panel[aria-busy=true]', { has: page.getByRole('slider') })
  const before = await days()
  const letGo = await held(page, '**/api/*server=ci-01&days=7')
  const other = page.waitForResponse('**/api/*server=bastion&days=7')
  await page.getByRole('button', { name: '7 d', exact: true }).click()
  await panel.waitFor()
  await other
  expect(await page.locator('path.line').count()).toBe(2)
  expect(await days()).toBe(before)
  await page.getByRole('img', { name: 'Scores of the last 90 days' }).waitFor()
  letGo()
  await page.getByRole('img', { name: 'Scores of the last 7 days' }).waitFor()
  await panel.waitFor({ state: 'detached' })
  expect(await days()).toBeLessThan(8)
  // What does not come takes what stood in its place with it.
  await page.route('**/api/*days=30', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.getByRole('button', { name: '30 d' }).click()
  await page.getByText('Not known: the history of ci-01 could not be read.').waitFor()
  expect(await page.getByRole('slider').count()).toBe(0)
})

it('no server is drawn with other days than those beside it', async () => {
  const path = '/compliance?show=history&servers=bastion,ci-01'
  const { page } = await look({ path, hasTrouble: true })
  await settled(page)
  const lines = page.locator('path.line[d^=M]')
  const drawn = async () => [
    await lines.count(),
    await page.getByRole('slider').getAttribute('max'),
  ]
  const over = (days: number) =>
    page.getByRole('img', { name: `Scores of the last ${days} days` }).waitFor()
  const add = async (name: string) => {
    await page.getByLabel('Add a server').fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name }).waitFor()
  }
  // One that is chosen anew was read for other days before.
  await page.getByRole('button', { name: 'ci-01' }).click()
  await page.getByRole('button', { name: '7 d', exact: true }).click()
  await over(7)
  const ofBastion = await drawn()
  const letGo = await held(page, '**/api/*server=ci-01&days=7')
  await add('ci-01')
  expect(await drawn()).toEqual(ofBastion)
  letGo()
  await lines.nth(1).waitFor({ state: 'attached' })
  // So was one that could not be read since.
  await page.route('**/api/*server=bastion&days=30', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.getByRole('button', { name: '30 d' }).click()
  await page.getByText('Cannot read the history of bastion.').waitFor()
  await over(30)
  const ofCi = await drawn()
  const letAll = await held(page, '**/api/*days=365')
  await page.getByRole('button', { name: '365 d' }).click()
  await page.getByRole('button', { name: '365 d', pressed: true }).waitFor()
  await over(30)
  expect(await drawn()).toEqual(ofCi)
  // One that is new has its answer before the others have theirs.
  await page.unroute('**/api/*days=365')
  await add('db-01')
  // The browser lists what it has read to the end.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.endsWith('server=db-01&days=365')),
  )
  await page.getByText('Reading…', { exact: true }).waitFor()
  expect(await drawn()).toEqual(ofCi)
  letAll()
  await over(365)
  expect(await lines.count()).toBe(3)
})

it('findings stay while another filter is asked for, and cannot be exported as its own', async () => {
  const { page } = await look({ path: '/findings' })
  await settled(page)
  const rows = page.locator('.findings tbody tr')
  const before = await rows.count()
  const letGo = await held(page, '**/api/*severity=critical')
  await page.getByLabel('Severity').selectOption('critical')
  await page.locator('.panel[aria-busy=true]').waitFor()
  expect(await rows.count()).toBe(before)
  expect(await page.getByRole('button', { name: /^Export/ }).isDisabled()).toBe(true)
  letGo()
  await settled(page)
  expect(await rows.count()).toBeLessThan(before)
  expect(new Set(await rows.locator('.sev').allInnerTexts())).toEqual(new Set(['critical']))
  expect(await page.getByRole('button', { name: /^Export/ }).isDisabled()).toBe(false)
})

it('findings of the last filter do not come back while one that failed is tried again', async () => {
  const { page } = await look({ path: '/findings', hasTrouble: true })
  await settled(page)
  const critical = '**/api/*severity=critical'
  await page.route(critical, (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.getByLabel('Severity').selectOption('critical')
  const unknown = page.getByText('Not known: open findings could not be read.')
  await unknown.waitFor()
  await page.unroute(critical)
  const letGo = await held(page, critical)
  const asked = page.waitForRequest(critical)
  await page.getByRole('button', { name: 'Read again' }).click()
  await asked
  // The page has drawn what it knows by then.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  expect(await page.locator('.findings tbody tr').count()).toBe(0)
  expect(await unknown.count()).toBe(1)
  letGo()
  await page.locator('.findings tbody tr').first().waitFor()
})

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

it('a posture is late by its own rhythm, however few days are shown', async () => {
  const { page, service } = await visit({
    path: '/?days=1',
    isDemo: false,
    prepare: ({ insert }) =>
      insert(
        'posture_scores',
        ...[3.25, 2.25, 1.25].map((it) => posture({ recorded_at: daysAgo(it) })),
      ),
  })
  await settled(page)
  const line = page.locator('.believe li', { hasText: 'Posture recorded' })
  const late = () => line.evaluate((it) => it.classList.contains('late'))
  expect(await late()).toBe(false)
  expect(await page.locator('.lede').innerText()).not.toMatch(/Nothing of it|last recorded/)
  await page.goto(`${service.address}/?days=365`)
  await settled(page)
  expect(await late()).toBe(false)
})
