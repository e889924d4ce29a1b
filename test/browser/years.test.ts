// Days that another year has as well.
import { expect, it } from 'vitest'
import { look, settled } from '../support/browser/visit.ts'

it('a day of another year is named with it', async () => {
  const { page, service } = await look({ path: '/?days=365' })
  await settled(page)
  const { current } = (await service.get('/api/posture.php')).body
  const { controls_implemented, controls_total, active_incidents, ...scores } = current
  const json = (first: string, last: string) => ({
    current,
    history: [first, last].map((date) => ({ date, ...scores, overall: 10 })),
    timestamp: '2026-11-17T12:00:00+00:00',
  })
  const said = async (first: string, last: string) => {
    await page.route('**/api/posture.php?*', (route) => route.fulfill({ json: json(first, last) }))
    await page.reload()
    await settled(page)
    const seen = await page.locator('.lede, .score, .ledger thead').allInnerTexts()
    await page.unroute('**/api/posture.php?*')
    return seen.join(' ').replace(/\s+/g, ' ')
  }
  // A year ago it was the same day, and the day after tomorrow is none of the last 365.
  const long = await said('2025-11-17', '2025-11-19')
  expect(long.match(/since 17 Nov 2025/gi)).toHaveLength(3)
  expect(long).toContain('It was last recorded on 19 Nov 2025.')
  const short = await said('2026-01-02', '2026-03-04')
  expect(short.match(/since 2 Jan(?! 2)/gi)).toHaveLength(3)
  expect(short).toContain('It was last recorded on 4 Mar.')
})

it('the axis of a chart does not read the same at both ends, and its labels stand apart', async () => {
  const { page, service } = await look({ path: '/?days=365' })
  await settled(page)
  const { current } = (await service.get('/api/posture.php')).body
  const { controls_implemented, controls_total, active_incidents, ...scores } = current
  const labels = page.locator('.chart text', { hasText: /[A-Z]/ })
  const drawn = async (days: readonly number[], width: number) => {
    const history = days.map((day) => ({
      date: new Date(Date.UTC(2025, 10, 17 + day)).toISOString().slice(0, 10),
      ...scores,
    }))
    const json = { current, history, timestamp: '2026-11-17T12:00:00+00:00' }
    await page.route('**/api/posture.php?*', (route) => route.fulfill({ json }))
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await settled(page)
    await labels.first().waitFor()
    await page.unroute('**/api/posture.php?*')
  }
  await drawn([0, 365], 320)
  expect(await labels.allTextContents()).toEqual(['17 Nov 2025', '17 Nov'])
  for (const width of [320, 768, 1280]) {
    await drawn([...Array(366).keys()], width)
    const boxes = await labels.evaluateAll((all) =>
      all.map((it) => {
        const { left, right } = it.getBoundingClientRect()
        return { left, right }
      }),
    )
    const gaps = boxes.slice(1).map(({ left }, i) => left - (boxes[i]?.right ?? 0))
    expect(gaps.length).toBeGreaterThan(0)
    expect(Math.min(...gaps)).toBeGreaterThan(4)
  }
})
