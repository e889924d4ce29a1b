// What a chart draws is what there is: no day of a wrong clock, no score that nobody has, and every one that is.
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import type { TestDatabase } from '../support/database.ts'
import { complianceScan, posture } from '../support/rows.ts'

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

const AHEAD = daysAgo(-400)

async function fill({ insert }: TestDatabase): Promise<void> {
  const recorded = [daysAgo(3), daysAgo(2), AHEAD]
  await insert('posture_scores', ...recorded.map((recorded_at) => posture({ recorded_at })))
  const scores = [
    ['usual', daysAgo(4), 60],
    ['usual', daysAgo(3), 70],
    ['usual', daysAgo(2), 65],
    ['usual', AHEAD, 90],
    ['once', daysAgo(3), 80],
    ['never', daysAgo(3), null],
    ['to-come', AHEAD, 90],
  ] as const
  for (const [server_name, scan_date, overall_score] of scores)
    await insert('compliance_scans', complianceScan({ server_name, scan_date, overall_score }))
}

it('draws what there is, and leaves out what is dated in the future', async () => {
  const { page, service } = await visit({ isDemo: false, prepare: fill })
  await settled(page)
  // The score is of the record that is dated ahead: it must not look fresh.
  const day = new Date(`${AHEAD.slice(0, 10)}T12:00:00Z`).toLocaleDateString('en-GB', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  expect(await page.locator('.lede').innerText()).toContain(
    `It is dated ${day}: what is recorded before that day does not count.`,
  )
  expect(await page.locator('.believe li').first().textContent()).toBe(
    `doubtful:Posture recordeddated ${day}`,
  )
  const main = page.locator('main')
  const undrawn = 'Not drawn: 1 day is dated in the future.'
  for (const path of ['/', '/servers/usual', '/compliance?show=history&servers=usual,once,never']) {
    await page.goto(service.address + path)
    await settled(page)
    expect([path, await main.innerText()]).toEqual([path, expect.stringContaining(undrawn)])
    const slider = await page.getByRole('slider').getAttribute('aria-valuetext')
    expect([path, slider?.includes(day)]).toEqual([path, false])
  }
  // One score alone is a dot; without any there is no name at the foot of the chart.
  expect(await page.locator('circle.c-1').count()).toBe(1)
  expect(await page.locator('.end-label').allTextContents()).toEqual(['usual', 'once'])
  await page.goto(`${service.address}/servers/to-come`)
  await settled(page)
  expect(await main.innerText()).toContain(undrawn)
  expect(await page.getByRole('slider').count()).toBe(0)
  await page.getByText('Show as a table').click()
  await page.getByRole('cell', { name: '90.00' }).waitFor()
})

it('ends at the day of the answer, also where nothing was recorded lately', async () => {
  const { page } = await visit({ isDemo: false, prepare: fill, path: '/servers/usual' })
  await settled(page)
  const chart = page.getByRole('img', { name: 'Score of the last 90 days' })
  const drawn = await chart.locator('path').getAttribute('d')
  const [first, , last] = (drawn ?? '').split(/[ML]/).slice(1).map(Number.parseFloat)
  const width = Number(await chart.getAttribute('width'))
  // Four days ago at the left edge, two days ago in the middle.
  const edge = (first ?? 0) + 2 * ((last ?? 0) - (first ?? 0))
  expect(Math.round(edge)).toBe(width - 8)
  expect(await chart.locator('text').last().textContent()).toBe(
    new Date().toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  )
})
