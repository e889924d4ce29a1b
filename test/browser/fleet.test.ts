// A thousand servers: the page holds those in sight, and counts them all.
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import type { TestDatabase } from '../support/database.ts'

const SERVERS = 1000

async function fill({ path }: TestDatabase): Promise<void> {
  const database = new DatabaseSync(path)
  database.exec(`
    with recursive n (n) as (select 0 union all select n + 1 from n where n + 1 < ${SERVERS}),
      day (day) as (select 0 union all select day + 1 from day where day < 6)
    insert into compliance_scans (server_name, server_type, scan_date, overall_score)
    select printf('srv-%04d', n), 'aws-ec2', datetime('now', printf('-%d days', day), '-1 hours'), n % 101
    from n, day;
    insert into compliance_findings (scan_id, check_category, check_name, check_id, status, severity, detected_at)
    select scan_id, 'os', 'check', 'C-1', 'fail', 'low', scan_date from compliance_scans`)
  database.close()
}

it('a table of a thousand servers has all of them, few in the page at a time, and all on paper', async () => {
  const { page, service } = await visit({ path: '/compliance', isDemo: false, prepare: fill })
  await settled(page)
  expect(await page.locator('main').innerText()).toContain('1,000 of 1,000 shown')
  const rows = page.locator('.tall tbody tr:not(.filler)')
  expect(await page.locator('.tall table').getAttribute('aria-rowcount')).toBe('1001')
  expect(await rows.count()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Server' }).click()
  expect(await rows.first().innerText()).toContain('srv-0000')
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await page.getByText('srv-0999').waitFor()
  expect(await rows.count()).toBeLessThan(100)
  expect(await rows.last().getAttribute('aria-rowindex')).toBe('1001')
  // All are printed, not those in sight alone.
  const isWhole = (whole: boolean) =>
    page.waitForFunction(
      ([rows, is]) => (document.querySelectorAll('.tall tbody tr').length === rows) === is,
      [SERVERS, whole] as const,
    )
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      document.title = `${document.querySelectorAll('.tall tbody tr').length} rows`
    }),
  )
  await page.pdf()
  expect(await page.title()).toBe('1000 rows')
  await isWhole(false)
  await page.emulateMedia({ media: 'print' })
  await isWhole(true)
  await page.emulateMedia({ media: 'screen' })
  await isWhole(false)
  await page.getByRole('searchbox').fill('0500')
  await page.getByText('1 of 1,000 shown').waitFor()
  // So has the heat map.
  await page.goto(`${service.address}/compliance?show=categories`)
  await settled(page)
  expect(await page.locator('main').innerText()).toContain('1,000 of 1,000 shown')
  expect(await page.locator('.tall tbody tr').count()).toBeLessThan(100)
})
