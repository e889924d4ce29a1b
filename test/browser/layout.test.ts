// From a phone to a wall: nothing is cut off, and the page itself never scrolls sideways.
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { fillWithLongNames, LONG } from '../support/browser/long-names.ts'
import { look, settled, visit } from '../support/browser/visit.ts'
import { EVERY_VIEW } from './views.ts'

/** Text that is wider than its box where the box hides what does not fit. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hides = (it: Element) => ['hidden', 'clip'].includes(getComputedStyle(it).overflowX)
    return [...document.querySelectorAll('body *')]
      .filter(
        (it) => !it.matches('.unseen, .unseen *, svg :not(.chart-label), option, .meter, .meter *'),
      )
      .filter((it) => it.textContent?.trim() !== '')
      .filter((it) => {
        const box = it.getBoundingClientRect()
        if (box.width === 0 || it.closest('[class~=table-frame]')?.scrollWidth) return false
        const isCut = hides(it) && it.scrollWidth > it.clientWidth + 1
        return isCut || box.right > window.innerWidth + 1 || box.left < -1
      })
      .map((it) => `${it.tagName}.${it.getAttribute('class')}: ${it.textContent?.slice(0, 60)}`)
  })

/** Text in a chart that reaches beyond it. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.chart svg :is(text, foreignObject)')]
      .filter((it) => {
        const [box, frame] = [it, it.closest('.chart') as Element].map((e) =>
          e.getBoundingClientRect(),
        )
        return box && frame && (box.left < frame.left - 1 || box.right > frame.right + 1)
      })
      .map((it) => it.textContent ?? ''),
  )

/** As the data has them where every name is as long as it may be. */
const LONG_VIEWS = [
  ...EVERY_VIEW.filter((it) => !it.startsWith('/servers/')),
  `/servers/${LONG}?status=all`,
  `/servers/nobody-${LONG.slice(7)}`,
  `/findings?server=${LONG}&category=${LONG}`,
  `/no-such-page/${LONG}`,
]

const WIDTHS = [360, 1280, 2560]

it.each(WIDTHS)('at a width of %i no text is cut off on any view', async (width) => {
  const { page, service } = await look({ viewport: { width, height: 900 }, hasTrouble: true })
  for (const path of EVERY_VIEW) {
    await page.goto(service.address + path)
    await settled(page)
    expect([path, await clipped(page)]).toEqual([path, []])
    expect([path, await outside(page)]).toEqual([path, []])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, wide]).toEqual([path, width])
  }
})

it('on a phone whose text is twice as large no view scrolls sideways', async () => {
  const { page, service } = await look({
    viewport: { width: 390, height: 844 },
    hasTrouble: true,
  })
  for (const path of EVERY_VIEW) {
    await page.goto(service.address + path)
    await settled(page)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '30px'
    })
    expect([path, await clipped(page)]).toEqual([path, []])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([path, wide]).toEqual([path, 390])
  }
})

/** How a name is broken is decided anew where a page is loaded, not where its window becomes smaller. */
async function loaded(page: Page, url: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(url)
  await settled(page)
  await page.evaluate(() => {
    for (const it of document.querySelectorAll('details')) it.open = true
  })
  await page.waitForFunction(
    (wanted) =>
      window.innerWidth === wanted &&
      document.querySelector('.finding:not(:has(.finding-details))') === null &&
      [...document.querySelectorAll('.chart')].every(
        (it) => it.querySelector('svg')?.getAttribute('width') === `${Math.floor(it.clientWidth)}`,
      ),
    width,
  )
  // All of them, not their ends alone.
  const folded = page.locator('.fold[aria-expanded=false]')
  await folded.evaluateAll((all) => {
    for (const it of all as HTMLElement[]) it.click()
  })
  await folded.first().waitFor({ state: 'detached' })
}

it('no name is too long for any view, at any of these widths', async () => {
  const { page, service } = await visit({
    isDemo: false,
    prepare: fillWithLongNames,
    hasTrouble: true,
  })
  for (const path of LONG_VIEWS) {
    for (const width of WIDTHS) {
      await loaded(page, service.address + path, width)
      // In a chart it ends in dots; it stands below, too.
      const cut = (await clipped(page)).filter((it) => !it.startsWith('DIV.chart-label'))
      expect([path, width, cut]).toEqual([path, width, []])
      expect([path, width, await outside(page)]).toEqual([path, width, []])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, wide]).toEqual([path, width])
    }
  }
  // A list of long names is drawn short: what stands beside it has room.
  await loaded(page, `${service.address}/findings`, 1280)
  const tops = await page
    .locator('.filters > label')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top))
  expect([tops.length, new Set(tops).size]).toEqual([4, 1])
})

it('the check sees text that is cut off', async () => {
  const { page } = await look()
  await settled(page)
  await page.evaluate(() => {
    const cut = document.querySelector('.lede') as HTMLElement
    cut.style.cssText = 'overflow:hidden;white-space:nowrap;width:50px'
  })
  expect(await clipped(page)).toContainEqual(expect.stringMatching(/^P\.lede/))
})
