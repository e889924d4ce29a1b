// What an address asks for, and cannot be had, is told.
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

it.each([
  ['/findings?sort=bogus', 'sort=bogus', 'this is the usual order'],
  ['/malware?sort=--found', 'sort=--found', 'this is the usual order'],
  // It is a column, and no order of scores.
  ['/compliance?sort=-history', 'sort=-history', 'this is the usual order'],
  ['/compliance?show=categories&sort=in-bogus', 'sort=in-bogus', 'this is the usual order'],
  ['/compliance?show=bogus', 'show=bogus', 'these are the servers'],
  ['/compliance?silent=0', 'silent=0', 'servers that report are shown, too'],
  ['/compliance?show=history&servers=web-01,a.b', 'servers=a.b', 'Not drawn'],
  ['/compliance?show=history&servers=a,b,c,d,e,f,g,h', 'servers=g,h', 'Not drawn'],
])('%s is told of', async (path, asked, instead) => {
  const { page } = await look({ path })
  await settled(page)
  const told = await page.locator('.trouble').innerText()
  expect(told).toContain(`The address asks for ${asked}.`)
  expect(told).toContain(instead)
})

it('an order that is none is the usual one, and is gone with the next choice', async () => {
  const { page, address } = await look({ path: '/findings?sort=bogus' })
  await settled(page)
  expect(await page.locator('th[aria-sort]').innerText()).toContain('Severity')
  expect(await page.locator('.lede').innerText()).toContain('most severe first')
  await page.getByRole('button', { name: 'Found' }).click()
  expect(await address()).toBe('/findings?sort=-found')
  expect(await page.locator('.trouble').count()).toBe(0)
})

it.each([
  '/findings?sort=&severity=',
  '/compliance?show=&sort=&silent=&type=',
  '/compliance?show=history&servers=,',
  '/malware?sort=-severity&severity=',
])('there is nothing to tell of %s', async (path) => {
  const { page } = await look({ path })
  await settled(page)
  expect(await page.locator('.trouble').count()).toBe(0)
})

it('what an address may say is short, and is not obeyed', async () => {
  const value = `\u202Ebogus-${'x'.repeat(5000)}`
  const { page } = await look({ path: `/findings?sort=${encodeURIComponent(value)}` })
  await settled(page)
  const told = await page.locator('.trouble').innerText()
  expect(told).toContain('sort=[U+202E]bogus-x')
  expect(told.length).toBeLessThan(200)
})
