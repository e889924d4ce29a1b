// Everything can be done without a pointer, and the focus is where one would look for it.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

const focused = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement as HTMLElement
    return it.getAttribute('aria-label') ?? it.innerText ?? it.tagName
  })

it('the first stop leads past the navigation', async () => {
  const { page } = await look({ path: '/findings' })
  await settled(page)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Read again')
  expect(page.url()).toMatch(/\/findings$/)
})

it('a view reached by keyboard has the focus on its heading', async () => {
  const { page } = await look()
  await settled(page)
  await page.getByRole('link', { name: 'Malware' }).first().focus()
  await page.keyboard.press('Enter')
  await settled(page)
  await expect.poll(() => focused(page)).toBe('Malware')
  // The link has the same name.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

it('a table is sorted, and a finding opened, by keyboard; the focus stays', async () => {
  const { page, address } = await look({ path: '/findings' })
  await settled(page)
  await page.getByRole('button', { name: 'Category' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  expect(await address()).toBe('/findings?sort=-category')
  expect(await focused(page)).toMatch(/^Category/)
  await page.locator('.finding summary').first().focus()
  await page.keyboard.press('Enter')
  expect(await page.locator('.finding[open]').count()).toBe(1)
})

it('a chart is read day by day with the arrow keys', async () => {
  const { page, service } = await look()
  await settled(page)
  const { history } = (await service.get('/api/posture.php')).body
  const slider = page.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  const [, before] = history.toReversed()
  expect(await slider.getAttribute('aria-valuetext')).toContain(
    `Overall ${before.overall.toFixed(1)}`,
  )
  // Its value says all of it: a description would say it a second time.
  expect(await slider.getAttribute('aria-describedby')).toBeNull()
  await page.keyboard.press('Home')
  expect(await slider.getAttribute('aria-valuetext')).toContain(
    `Overall ${history[0].overall.toFixed(1)}`,
  )
  expect(await page.locator('.readout').innerText()).toContain(
    `Overall ${history[0].overall.toFixed(1)}`,
  )
})

it('every stop of the overview shows that it has the focus', async () => {
  const { page } = await look()
  await settled(page)
  const stops = new Set<string>()
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(() => {
      const it = document.activeElement
      if (it === null || it === document.body) return null
      const { outlineStyle, outlineWidth } = getComputedStyle(it)
      return {
        where: it.outerHTML.slice(0, 90),
        shows: outlineStyle !== 'none' && outlineWidth !== '0px',
      }
    })
    if (seen === null) break
    expect(seen).toMatchObject({ shows: true })
    stops.add(seen.where)
  }
  expect(stops.size).toBeGreaterThan(20)
})
