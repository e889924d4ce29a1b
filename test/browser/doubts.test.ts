// What helps and what does not, what is known and what is not.
import { expect, it } from 'vitest'
import { settled, visit } from '../support/browser/visit.ts'
import { malwareScan } from '../support/rows.ts'

it('what the service refuses is not said to be tried again, nor is it', async () => {
  const { page, service } = await visit({ hasTrouble: true })
  await settled(page)
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('action=findings&server=a.b')) asked++
  })
  await page.goto(`${service.address}/findings?server=a.b`)
  await page.locator('.trouble').waitFor()
  const trouble = await page.locator('.trouble').innerText()
  expect(trouble).toContain('Cannot read open findings. Invalid server')
  expect(trouble).toContain('The service does not take what the address asks for')
  expect(trouble).not.toContain('tried again')
  await page.clock.runFor(120_000)
  await page.evaluate(() => fetch('api/posture.php').then((it) => it.text()))
  expect(asked).toBe(1)
  await page.getByLabel('Server').selectOption('all servers')
  await page.locator('.findings tbody tr').first().waitFor()
  await page.locator('.trouble').waitFor({ state: 'detached' })
})

it('that nothing is open is not said while it is not known whether anybody looked', async () => {
  const { page, service, database } = await visit({ isDemo: false, hasTrouble: true })
  await settled(page)
  await page.route('**/api/compliance-scans.php?action=summary', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await database.insert('malware_scans', malwareScan())
  await page.goto(service.address)
  await page.locator('.trouble').waitFor()
  const fixFirst = page.getByRole('region', { name: 'Fix first' })
  await fixFirst.getByText('Not known: compliance scans could not be read.').waitFor()
  const open = page.getByRole('region', { name: 'Open by severity' })
  expect(await open.locator('tbody tr').last().locator('td').allInnerTexts()).toEqual(['not known'])
  await page.goto(`${service.address}/findings`)
  await page.getByText('Not known: compliance scans could not be read.').waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/No finding is open|0 open findings/)
})
