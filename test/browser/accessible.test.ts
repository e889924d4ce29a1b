// axe finds nothing to object to, on any view, light or dark, wide or narrow.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import { EVERY_VIEW } from './views.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page): Promise<string[]> {
  const found = await page.evaluate(`${AXE};
    axe.run(document, { runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map((it) => id + ': ' + it.html + ' ' + it.failureSummary)))`)
  return found as string[]
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it('no view has a violation', async () => {
    const { page, service } = await visit({ colorScheme, hasTrouble: true })
    for (const path of EVERY_VIEW) {
      await page.goto(service.address + path)
      await settled(page)
      expect([path, await violations(page)]).toEqual([path, []])
    }
  })
})

it('nor has one on a phone, with a finding opened', async () => {
  const { page } = await visit({ path: '/findings', viewport: { width: 360, height: 740 } })
  await settled(page)
  await page.locator('.finding summary').first().click()
  expect(await violations(page)).toEqual([])
})

it('the check sees a violation', async () => {
  const { page } = await visit()
  await settled(page)
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  expect(await violations(page)).toContainEqual(expect.stringMatching(/^image-alt/))
})
