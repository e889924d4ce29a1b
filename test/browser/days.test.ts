// How far back a line goes is what the address says, and nothing else in its place.
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

const VIEWS = [
  ['/', 'Posture score of the last 8 days'],
  ['/servers/ci-01', 'Score of the last 8 days'],
  ['/compliance?show=history', 'Scores of the last 8 days'],
] as const

const daysOf = (path: string, days: string) =>
  `${path}${path.includes('?') ? '&' : '?'}days=${days}`

it.each(VIEWS)('%s shows any number of days, and which', async (path, label) => {
  const { page } = await look({ path: daysOf(path, '8') })
  await settled(page)
  await page.getByRole('img', { name: label }).waitFor()
  expect(await page.locator('[aria-pressed=true]').allInnerTexts()).toEqual(['8 d'])
  expect(await page.locator('[aria-pressed]').allInnerTexts()).toEqual([
    '7 d',
    '8 d',
    '30 d',
    '90 d',
    '365 d',
  ])
})

it.each(VIEWS)('%s tells what is no number of days, and shows no other', async (path) => {
  const { page, service, address } = await look({ path: daysOf(path, '5000'), hasTrouble: true })
  for (const days of ['5000', '0', '7.5', 'week']) {
    await page.goto(service.address + daysOf(path, days))
    const trouble = page.locator('.trouble')
    await trouble.waitFor()
    expect(await trouble.innerText()).toContain('Invalid days parameter (must be 1-365)')
    expect(await trouble.innerText()).toContain('does not take what the address asks for')
    expect(await page.getByRole('slider').count()).toBe(0)
    expect(await page.locator('[aria-pressed=true]').count()).toBe(0)
  }
  await page.getByRole('button', { name: '7 d', exact: true }).click()
  await page.getByRole('slider').waitFor()
  await page.locator('.trouble').waitFor({ state: 'detached' })
  expect(await address()).toBe(daysOf(path, '7'))
})
