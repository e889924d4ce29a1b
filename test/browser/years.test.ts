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
