// A name of 255 letters is shown by its ends; all of it is a key away, and is what is copied.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fillWithLongNames, LONG } from '../support/browser/long-names.ts'
import { settled, visit } from '../support/browser/visit.ts'
import { complianceScan, finding, malwareScan } from '../support/rows.ts'

const VIEWS = [
  '/',
  '/malware',
  '/compliance',
  '/compliance?show=categories',
  '/compliance?show=history',
  `/servers/${LONG}?status=all`,
  `/servers/nobody-${LONG.slice(7)}`,
  `/findings`,
  `/no-such-page/${LONG}`,
] as const

const BOXES = 'th, td, h1, h2, h3, dt, dd, .lede, .believe li, .state, .chips button, summary'

/** What takes more lines than a name may, with how many. */
const tall = (page: Page): Promise<string[]> =>
  page.locator(`main :is(${BOXES})`).evaluateAll((all) =>
    all.flatMap((it) => {
      const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(it)
      const own = it.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
      const lines = Math.round(own / Number.parseFloat(lineHeight))
      // A cell is as tall as its row; what its text takes counts.
      const range = document.createRange()
      range.selectNodeContents(it)
      const text = Math.round(range.getBoundingClientRect().height / Number.parseFloat(lineHeight))
      return Math.min(lines, text) > 8 ? [`${it.tagName}.${it.className}: ${lines} lines`] : []
    }),
  )

const fold = (page: Page) => page.getByRole('button', { name: 'Show all 255 letters' })

it.each([390, 1024, 1440])('no name takes more than a few lines at %i', async (width) => {
  const { page, service } = await visit({
    isDemo: false,
    prepare: fillWithLongNames,
    hasTrouble: true,
    viewport: { width, height: 900 },
  })
  for (const path of VIEWS) {
    await page.goto(service.address + path)
    await settled(page)
    expect([path, await tall(page)]).toEqual([path, []])
    const isFolded = !path.startsWith('/no-such-page')
    expect([path, (await fold(page).count()) > 0]).toEqual([path, isFolded])
  }
})

it('all of a name is shown by keyboard, copied as it is, and printed', async () => {
  const { page } = await visit({
    path: '/compliance',
    isDemo: false,
    prepare: fillWithLongNames,
  })
  await settled(page)
  const cell = page.locator('.tall tbody th').first()
  const link = cell.getByRole('link')
  const high = async () => (await cell.boundingBox())?.height ?? 0
  const folded = await high()
  // What is selected is the name, though the page draws its ends.
  const copied = await link.evaluate((it) => {
    getSelection()?.selectAllChildren(it)
    return String(getSelection())
  })
  expect(copied).toMatch(/^(W{255}|M{255})$/)
  expect(await link.getAttribute('href')).toMatch(/\/servers\/(W{255}|M{255})$/)
  await link.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await high()).toBeGreaterThan(folded)
  await cell.getByRole('button', { name: 'Show less' }).press('Space')
  expect(await high()).toBe(folded)
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => cell.locator('.left-out').count()).toBe(0)
  expect(await cell.innerText()).toMatch(/^(W{255}|M{255})$/)
})

it('names that begin alike are told apart by their ends, in a chart, too', async () => {
  const names = ['7', '8'].map((it) => `${'production-payment-gateway-'.repeat(4)}node-${it}`)
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  const { page, service } = await visit({
    isDemo: false,
    prepare: async ({ insert }) => {
      for (const name of names) {
        const dates = [2, 1].map(daysAgo)
        await insert(
          'compliance_scans',
          ...dates.map((scan_date) => complianceScan({ server_name: name, scan_date })),
        )
        await insert(
          'malware_scans',
          ...dates.map((scan_date) => malwareScan({ scan_type: name, scan_date })),
        )
      }
    },
  })
  for (const path of ['/malware', '/compliance?show=history']) {
    await page.goto(service.address + path)
    await settled(page)
    await page.locator('.chart-label').first().waitFor()
    const ends = await page.locator('.chart-label').evaluateAll((all) =>
      all.map((it) => {
        const [end, box] = [it.lastElementChild as Element, it].map((e) =>
          e.getBoundingClientRect(),
        )
        const isSeen = end && box && end.width > 0 && end.right <= box.right + 1
        return isSeen ? it.lastElementChild?.textContent : 'cut off'
      }),
    )
    expect(new Set(ends).size).toBe(2)
    expect(ends.toSorted()).toEqual([
      expect.stringMatching(/node-7$/),
      expect.stringMatching(/node-8$/),
    ])
  }
})

it.each(['/compliance', '/compliance?show=categories'])(
  'on a phone the names of %s stay in sight beside the last column',
  async (path) => {
    const names = ['web-01', `${'n'.repeat(63)}1`, `${'n'.repeat(254)}2`]
    const { page } = await visit({
      path,
      isDemo: false,
      viewport: { width: 390, height: 844 },
      prepare: async ({ insert }) => {
        for (const [i, server_name] of names.entries()) {
          await insert('compliance_scans', complianceScan({ scan_id: i + 1, server_name }))
          await insert(
            'compliance_findings',
            ...['ssh', 'kernel', 'network', 'accounts', 'packages'].map((check_category) =>
              finding({ scan_id: i + 1, check_category }),
            ),
          )
        }
      },
    })
    await settled(page)
    const frame = page.locator('.table-frame.tall')
    await frame.evaluate((it) => {
      it.scrollLeft = it.scrollWidth
    })
    for (const row of await frame.locator('tr').all()) {
      const [box, name, last] = await Promise.all([
        frame.boundingBox(),
        row.locator('th').first().boundingBox(),
        row.locator('> :last-child').boundingBox(),
      ])
      expect(name?.x).toBeCloseTo(box?.x ?? Number.NaN, 0)
      expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThan(last?.x ?? 0)
    }
  },
)
