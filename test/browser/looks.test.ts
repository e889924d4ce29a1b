// What axe does not see: paper, hints in fields, colours that a system forces, and what jumps.
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'

it('prints dark on light, whatever theme was chosen', async () => {
  const { page } = await look()
  await settled(page)
  await page.getByLabel('Theme').selectOption('dark')
  await page.emulateMedia({ media: 'print' })
  expect(
    await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(document.body)
      return [color, backgroundColor]
    }),
  ).toEqual(['rgb(26, 29, 33)', 'rgb(245, 244, 239)'])
})

it.each(['light', 'dark'] as const)(
  'a wide table is scrolled in colours of %s',
  async (colorScheme) => {
    const path = '/compliance?show=categories'
    const { page } = await look({ path, colorScheme, viewport: { width: 390, height: 844 } })
    await settled(page)
    const [thumb, border] = await page.locator('.table-frame').evaluate((it) => {
      const head = it.querySelector('thead th') as Element
      return [getComputedStyle(it).scrollbarColor, getComputedStyle(head).borderBottomColor]
    })
    expect(thumb).toBe(`${border} rgba(0, 0, 0, 0)`)
  },
)

it('what is drawn by a background is printed, too', async () => {
  const { page, service } = await look()
  await settled(page)
  await page.emulateMedia({ media: 'print' })
  const left = async (selector: string) => {
    const kinds = await page
      .locator(selector)
      .evaluateAll((all) =>
        all.map((it) => getComputedStyle(it).getPropertyValue('print-color-adjust')),
      )
    expect([selector, new Set(kinds)]).toEqual([selector, new Set(['exact'])])
  }
  for (const it of ['.meter span', '.swatch', '[aria-pressed=true]']) await left(it)
  await page.goto(`${service.address}/compliance?show=categories`)
  await settled(page)
  for (const it of ['.heat td:has(.h3)', '.tabs [aria-current]']) await left(it)
})

it.each(['light', 'dark'] as const)('a hint in a field can be read in %s', async (colorScheme) => {
  const { page } = await look({ path: '/findings', colorScheme })
  await settled(page)
  const contrast = await page.getByRole('searchbox').evaluate((field) => {
    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((it) => {
        const part = Number(it) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    }
    const hint = light(getComputedStyle(field, '::placeholder').color)
    const ground = light(getComputedStyle(field).backgroundColor)
    return Math.max(hint, ground) / Math.min(hint, ground)
  })
  expect(contrast).toBeGreaterThanOrEqual(4.5)
})

it('what is chosen can be told where the system forces its colours', async () => {
  const { page } = await look({ forcedColors: 'active' })
  await settled(page)
  const ground = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => getComputedStyle(it).backgroundColor)
  expect(await ground('[aria-pressed=true]')).not.toBe(await ground('[aria-pressed=false]'))
  const line = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => getComputedStyle(it).borderBottomColor)
  expect(await line('nav [aria-current=page]')).not.toBe(await line('nav a:not([aria-current])'))
})

it('lines stand out from the ground that the system forces, whatever theme was chosen', async () => {
  const { page } = await look({ forcedColors: 'active', colorScheme: 'dark' })
  await settled(page)
  const line = () => page.locator('.line.main').evaluate((it) => getComputedStyle(it).stroke)
  const seen = await line()
  await page.getByLabel('Theme').selectOption('light')
  expect(await line()).toBe(seen)
})

it.each([360, 1280])('what was never scanned is said in full at %i', async (width) => {
  const { page } = await visit({ isDemo: false, viewport: { width, height: 900 } })
  await page.getByRole('cell', { name: 'never scanned' }).first().waitFor()
  await settled(page)
  const wider = (all: Element[]) => all.filter((it) => it.scrollWidth > it.clientWidth).length
  expect(await page.locator('.table-frame').evaluateAll(wider)).toBe(0)
})

it.each([1280, 1600])('the checks of a server stand in columns at %i', async (width) => {
  const { page } = await look({
    path: '/servers/bastion?status=all&category=aws',
    viewport: { width, height: 900 },
  })
  await settled(page)
  await page.locator('.checks', { hasText: 'not_applicable' }).waitFor()
  const lefts = await page
    .locator('.checks summary > :last-child')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().left))
  expect(lefts.length).toBe(10)
  expect(new Set(lefts).size).toBe(1)
})

it('at 320, as at four times the size, the overview and the way to all views are in sight', async () => {
  const { page } = await look({ viewport: { width: 320, height: 640 } })
  await settled(page)
  const wider = (all: Element[]) => all.filter((it) => it.scrollWidth > it.clientWidth).length
  expect(await page.locator('.table-frame').evaluateAll(wider)).toBe(0)
  const tops = await page
    .locator('nav[aria-label=Views] a')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
  expect([tops.length, new Set(tops).size]).toEqual([4, 1])
})

it('findings at 768 are listed without broken words, their severities in line with them', async () => {
  const { page } = await look({ path: '/findings', viewport: { width: 768, height: 900 } })
  await settled(page)
  const broken = await page
    .locator('.findings :is(td a, td > .wrap, td > code)')
    .evaluateAll((all) =>
      all.filter((it) => it.getClientRects().length > 1).map((it) => it.textContent),
    )
  expect(broken).toEqual([])
  const apart = await page.locator('.findings tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [severity = 0, server = 0] = ['.sev', 'td a'].map((selector) => {
        const range = document.createRange()
        range.selectNodeContents(row.querySelector(selector)?.lastChild as Node)
        return range.getBoundingClientRect().bottom
      })
      return Math.abs(severity - server)
    }),
  )
  expect(apart.length).toBeGreaterThan(20)
  expect(Math.max(...apart)).toBeLessThan(0.5)
})

it.each(['/compliance', '/findings', '/servers/ci-01'])(
  'what is below the head of %s does not move when its data comes',
  async (path) => {
    const { page, service } = await look()
    await settled(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/api/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(service.address + path)
    const top = () =>
      page.locator('.view-head + *').evaluate((it) => it.getBoundingClientRect().top)
    await page.locator('[aria-busy]').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    const before = await top()
    held.resolve()
    await settled(page)
    expect(await top()).toBe(before)
  },
)

it('a chart of a wide screen is printed whole, with the day it was read on', async () => {
  const path = '/compliance?show=history'
  const { page } = await look({ path, viewport: { width: 1920, height: 900 } })
  await settled(page)
  await page.locator('.chart svg').waitFor()
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      document.title = document.querySelector('.chart svg')?.getAttribute('width') ?? ''
    }),
  )
  await page.pdf()
  expect(Number(await page.title())).toBeLessThan(700)
  await page.emulateMedia({ media: 'print' })
  for (const width of [718, 1040, 500]) {
    await page.setViewportSize({ width, height: 1000 })
    const [drawn, frame] = await page
      .locator('.chart, .chart svg')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().width).reverse())
    expect(drawn).toBe(frame)
  }
  expect(await page.locator('.read').innerText()).toMatch(/^Read [\d:]+ on \d+ \w+ \d{4}$/)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.waitForFunction(
    () => Number(document.querySelector('.chart svg')?.getAttribute('width')) > 1000,
  )
})

it.each(['/compliance', '/compliance?show=categories', '/findings'])(
  'no column of %s is lost on paper',
  async (path) => {
    // As wide as A4 within its margins.
    const { page } = await look({ path, viewport: { width: 718, height: 1000 } })
    await page.emulateMedia({ media: 'print' })
    await settled(page)
    await page.locator('.table-frame tbody tr').first().waitFor()
    const lost = (all: Element[]) => all.filter((it) => it.scrollWidth > it.clientWidth).length
    expect(await page.locator('.table-frame').evaluateAll(lost)).toBe(0)
  },
)
