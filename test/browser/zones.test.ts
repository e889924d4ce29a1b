// Times where the service's zone has a summer and a winter.
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import { detection, malwareScan } from '../support/rows.ts'

const BERLIN = { isDemo: false, flags: { timezone: 'Europe/Berlin' }, timezoneId: 'Europe/Berlin' }

it('a moment of the other half of the year is what the clock on the wall showed then', async () => {
  const { page } = await visit({
    ...BERLIN,
    path: '/malware',
    async prepare(database) {
      await database.insert('malware_scans', malwareScan())
      for (const month of ['01', '07']) {
        const detected_at = `2025-${month}-15 12:00:00`
        await database.insert('malware_detections', detection({ detected_at }))
      }
    },
  })
  await settled(page)
  const found = page.locator('time[datetime^="2025-"]')
  const hints = await found.evaluateAll((them) => them.map((it) => it.getAttribute('title')))
  expect(hints.sort()).toEqual([
    '15 Jan 2025, 12:00:00 CET — recorded as 2025-01-15 12:00:00 +01:00',
    '15 Jul 2025, 12:00:00 CEST — recorded as 2025-07-15 12:00:00 +02:00',
  ])
})

it('a scan of the hour that comes twice is not dated in the future', async () => {
  const { page, service } = await visit({
    ...BERLIN,
    prepare: (database) =>
      database.insert('malware_scans', malwareScan({ scan_date: '2026-10-25 02:50:00' })),
  })
  await settled(page)
  const malware = await (await fetch(`${service.address}/api/malware.php`, SIGNED_IN)).json()
  // A quarter of an hour later, by a clock that was put back meanwhile.
  const json = {
    ...malware,
    last_scan_days: { clamav: 0.0104 },
    timestamp: '2026-10-25T02:05:00+01:00',
  }
  await page.route('**/api/malware.php', (route) => route.fulfill({ json }))
  await page.goto(`${service.address}/malware`)
  await page.getByText('15 min ago').first().waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/ahead|future/)
})

const SIGNED_IN = { headers: { 'x-auth-user-id': 'tester' } }
