// What is not there is not made up: loading, nothing, signed out, failed.
import { renameSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import { complianceScan, finding } from '../support/rows.ts'
import { startService } from '../support/started-service.ts'

it('an empty database is not green on any view', async () => {
  const { page, service } = await visit({ isDemo: false })
  const said = async (path: string) => {
    await page.goto(service.address + path)
    await settled(page)
    return page.locator('main').innerText()
  }
  const overview = await said('/')
  expect(overview).toContain(
    'how we stand is not known. No malware scan has ever been recorded. No server has ever been scanned.',
  )
  expect(overview).toContain('No posture has been recorded.')
  expect(overview).toContain('No server has ever been scanned.')
  expect(await page.locator('.believe .pass').count()).toBe(0)
  expect(overview).toContain('Nothing has ever been scanned: what to fix is not known.')
  expect(overview).not.toMatch(/Nothing is open|\b0 (active detections|open findings)/)
  const open = page.getByRole('region', { name: 'Open by severity' })
  expect(await open.locator('tbody td').allInnerTexts()).toEqual([
    'not recorded',
    'never scanned',
    'never scanned',
  ])
  const malware = await said('/malware')
  expect(malware).toContain(
    'No scan has ever been recorded. Whether anything is infected is not known.',
  )
  expect(malware).toContain('100 says only that nothing was looked for')
  expect(await said('/compliance')).toContain('No server has ever been scanned')
  const findings = await said('/findings')
  expect(findings).toContain(
    'No server has ever been scanned: whether anything is open is not known.',
  )
  expect(findings).not.toContain('No finding is open')
})

it('the first scan that arrives is not denied, also where nothing is read by itself', async () => {
  const { page, database } = await visit({ path: '/findings', isDemo: false })
  await page.getByLabel('Refresh').selectOption('never')
  await page.getByText('whether anything is open is not known').waitFor()
  await database.insert('compliance_scans', complianceScan())
  await database.insert('compliance_findings', finding({ scan_id: 1 }))
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('1 open finding.').waitFor()
  expect(await page.locator('.findings tbody tr').count()).toBe(1)
  expect(await page.getByLabel('Server').innerText()).toContain('web-01')
})

it('an address that is none has a page that says so, and a status that does, too', async () => {
  const { page, service } = await look({ path: '/servers/a/b', hasTrouble: true })
  await page.getByRole('heading', { name: 'No such page' }).waitFor()
  const reply = await page.goto(`${service.address}/servers/a/b`)
  expect(reply?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
})

it('when the session ends it says so, keeps what it had, and reads on after signing in', async () => {
  const { page, signOut } = await look({ path: '/malware', hasTrouble: true })
  await settled(page)
  await signOut()
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.getByText('You are signed out.').waitFor()
  expect(await page.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe(
    page.url(),
  )
  expect(await page.locator('main').innerText()).toContain('Unix.Coinminer.Generic-402')
  await page.context().setExtraHTTPHeaders({ 'x-auth-user-id': 'tester' })
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByText('3 detections are active.').waitFor()
  expect(await page.getByText('You are signed out.').count()).toBe(0)
})

it('while the database is gone it says what is missing and since when, and recovers by itself', async () => {
  const { page, database } = await visit({ path: '/compliance', hasTrouble: true })
  await settled(page)
  // The small lines come after the rest. What was not read yet would be told of, too.
  await page.locator('svg.spark').first().waitFor()
  await page.clock.install()
  await database.db.destroy()
  renameSync(database.path, `${database.path}.gone`)
  await page.getByRole('button', { name: 'Read again' }).click()
  const trouble = page.locator('.trouble')
  await trouble.waitFor()
  expect(await trouble.innerText()).toMatch(
    /Cannot read compliance scans\. Database connection failed\. What is shown was read at .*; newer data is missing\./,
  )
  expect(await page.locator('tbody tr').count()).toBe(8)
  renameSync(`${database.path}.gone`, database.path)
  await page.clock.runFor(6_000)
  await trouble.waitFor({ state: 'detached' })
})

it('what was never read is said to be unknown, panel by panel', async () => {
  const { page, database } = await visit({ path: '/findings', hasTrouble: true })
  await settled(page)
  await database.db.destroy()
  renameSync(database.path, `${database.path}.gone`)
  await page.getByRole('link', { name: 'Malware' }).click()
  await page.getByText('Not known: malware scans could not be read.').first().waitFor()
  expect(await page.locator('.trouble').innerText()).toContain('Nothing has been read yet.')
})

it('the database says why a query failed, where the service passes that on', async () => {
  const { page } = await visit({
    path: '/compliance',
    hasTrouble: true,
    prepare: async ({ db }) => void (await db.schema.dropTable('compliance_findings').execute()),
  })
  await page.goto(page.url().replace('/compliance', '/findings'))
  await page.locator('.trouble').waitFor()
  expect(await page.locator('.trouble').innerText()).toContain(
    'Database query failed: no such table: compliance_findings',
  )
})

it('a view first opened while the service is down says so, and recovers by itself', async () => {
  const { page, service, database } = await visit({ hasTrouble: true })
  await settled(page)
  await page.clock.install()
  await service.stop()
  for (const name of ['bastion', 'Compliance', 'Findings', 'Malware']) {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.locator('.trouble', { hasText: 'The service cannot be reached.' }).waitFor()
  }
  expect(await page.locator('.trouble').innerText()).toContain('It is tried again')
  const { port } = new URL(service.address)
  const again = await startService(database.url, { dashboard: 'on', port })
  onTestFinished(again.stop)
  await page.clock.runFor(6_000)
  await page.locator('.trouble').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Compliance' }).first().click()
  await page.getByText('8 of 8 shown').waitFor()
})

it('a view that cannot be drawn says so, and the others can still be opened', async () => {
  const { page } = await look({ error: /^RangeError: Invalid time value/ })
  await settled(page)
  await page.route('**/api/compliance-scans.php?action=categories', (route) =>
    route.fulfill({ json: { categories_by_server: {}, all_categories: [], timestamp: '' } }),
  )
  await page.getByRole('link', { name: 'Compliance' }).first().click()
  await page.getByRole('link', { name: 'Pass rates by category' }).click()
  await page.getByText('This view could not be drawn.').waitFor()
  await page.getByRole('link', { name: 'Malware' }).first().click()
  await page.getByRole('heading', { name: 'Malware', exact: true }).waitFor()
  await page.unroute('**/api/compliance-scans.php?action=categories')
  await page.goBack()
  await page.getByRole('link', { name: 'Load the page again' }).click()
  await page.getByRole('table', { name: 'Pass rates by server and category' }).waitFor()
})

it('a tab tells of its own trouble, also where the rest of the view can be read', async () => {
  const { page } = await look({ path: '/compliance?show=categories', hasTrouble: true })
  await settled(page)
  await page.route('**/api/compliance-scans.php?action=categories', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.locator('.trouble').waitFor()
  expect(await page.locator('.trouble').innerText()).toMatch(
    /^Cannot read pass rates by category\. Database query failed\. What is shown was read at /,
  )
})

it('one history that cannot be read does not hide the others', async () => {
  const { page } = await look({ hasTrouble: true })
  await settled(page)
  await page.route('**/api/compliance-scans.php?action=history&server=web-01*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Database query failed' } }),
  )
  await page.goto(`${page.url()}compliance?show=history&servers=web-01,web-02`)
  await page.locator('.trouble').waitFor()
  expect(await page.locator('.trouble').innerText()).toContain('the history of web-01')
  await page.getByRole('slider').waitFor()
})

it('who waits for an answer that never comes is told', async () => {
  const { page } = await look({ path: '/malware', hasTrouble: true })
  await settled(page)
  await page.clock.install()
  await page.route('**/api/malware.php', () => {})
  await page.getByRole('button', { name: 'Read again' }).click()
  await page.clock.fastForward(61_000)
  await page.getByText('No answer within a minute.').waitFor()
})
