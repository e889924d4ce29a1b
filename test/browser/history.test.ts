// The servers whose scores are drawn side by side are chosen, each once, also none.
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

it('a server that the address names twice is drawn once', async () => {
  const { page } = await look({ path: '/compliance?show=history&servers=web-01,web-01,db-01' })
  await settled(page)
  const chosen = page.getByRole('list', { name: 'Chosen servers' }).getByRole('button')
  expect(await chosen.allTextContents()).toEqual(['web-01 ×take away', 'db-01 ×take away'])
})

it('who takes the last one away has chosen none, and keeps the focus there', async () => {
  const { page, address } = await look({ path: '/compliance?show=history&servers=web-01' })
  await settled(page)
  await page.getByRole('button', { name: 'web-01' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('No server is chosen.').waitFor()
  expect(await address()).toBe('/compliance?show=history&servers=%2C')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Chosen servers',
  )
  await page.keyboard.press('Tab')
  await page.keyboard.type('db-01')
  await page.keyboard.press('Enter')
  await page.getByRole('slider').waitFor()
  expect(await address()).toBe('/compliance?show=history&servers=db-01')
})
