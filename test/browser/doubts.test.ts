// What helps and what does not, what is known and what is not.
import { expect, it } from 'vitest'
import { look, settled, visit } from '../support/browser/visit.ts'
import { complianceScan, malwareScan } from '../support/rows.ts'

it('what the service refuses is not said to be tried again, nor is it', async () => {
  const { page, service } = await look({ hasTrouble: true })
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

it('a severity that does not exist is not taken for all', async () => {
  const { page, service } = await look({ path: '/findings?severity=URGENT', hasTrouble: true })
  const trouble = page.locator('.trouble')
  await trouble.waitFor()
  expect(await trouble.innerText()).toContain('Cannot read open findings. Invalid severity')
  // The servers to choose from have been read, which are not what the view is about.
  await page.getByLabel('Server').locator('option').nth(1).waitFor({ state: 'attached' })
  expect(await page.locator('.read').innerText()).toBe('Read again')
  expect(await trouble.innerText()).toContain('Of open findings nothing has been read yet.')
  const chosen = page.getByLabel('Severity')
  expect(await chosen.inputValue()).toBe('URGENT')
  await chosen.selectOption('all severities')
  await page.locator('.findings tbody tr').first().waitFor()
  await trouble.waitFor({ state: 'detached' })
  await page.locator('.read time').waitFor()
  await page.goto(`${service.address}/malware?severity=URGENT`)
  await page.getByText('0 of 3 shown').waitFor()
  await page.getByRole('button', { name: 'URGENT', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'all severities' }).click()
  await page.getByText('3 of 3 shown').waitFor()
  await page.goto(`${service.address}/servers/ci-01?severity=URGENT`)
  await page.getByText('Nothing matches.').waitFor()
  expect(await chosen.inputValue()).toBe('URGENT')
  // Forms send what was not chosen as nothing.
  await page.goto(`${service.address}/servers/ci-01?severity=&category=&status=`)
  await page.locator('.checks > li').first().waitFor()
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
  // Somebody looked for malware.
  expect(await fixFirst.locator('.aside').innerText()).toBe('0 active detections, open findings')
  const open = page.getByRole('region', { name: 'Open by severity' })
  expect(await open.locator('tbody tr').last().locator('td').allInnerTexts()).toEqual(['not known'])
  await page.goto(`${service.address}/findings`)
  await page.getByText('Not known: compliance scans could not be read.').waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/No finding is open|0 open findings/)
})

it('what is not found is told, but that there is no such server, which is an answer', async () => {
  const { page, service } = await look({ path: '/servers/nobody', hasTrouble: true })
  const unknown = page.getByText('No scan of a server called')
  await unknown.waitFor()
  const trouble = page.locator('.trouble')
  expect(await trouble.count()).toBe(0)
  const notFound = { status: 404, json: { error: 'Not found' } }
  await page.route('**/api/compliance-scans.php*', (route) => route.fulfill(notFound))
  await page.goto(`${service.address}/servers/ci-01`)
  await page
    .getByText('Cannot read the scan of ci-01 and the history of ci-01. Not found.')
    .waitFor()
  expect(await unknown.count()).toBe(0)
  await page.unrouteAll()
  await page.route('**/api/malware.php', (route) => route.fulfill(notFound))
  await page.goto(service.address)
  await page
    .getByText('Cannot read malware scans. Not found. Of malware scans nothing has been read yet.')
    .waitFor()
})

const AHEAD = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')

it('what is dated in the future is not fresh', async () => {
  const { page, service } = await visit({
    isDemo: false,
    prepare: async ({ insert }) => {
      await insert('malware_scans', malwareScan({ scan_date: AHEAD }))
      const names = Array.from({ length: 7 }, (_, i) => `web-0${i}`)
      const rows = names.map((server_name) => complianceScan({ server_name, scan_date: AHEAD }))
      await insert('compliance_scans', ...rows)
    },
  })
  const views = ['/', '/malware', '/compliance', '/servers/web-01']
  for (const path of views) {
    await page.goto(service.address + path)
    await settled(page)
    const text = await page.locator('main').innerText()
    expect([path, text.match(/\b0 s ago|last scanned/)]).toEqual([path, null])
    expect([path, /(40|39) d ahead/.test(text)]).toEqual([path, true])
  }
  await page.goto(service.address)
  await settled(page)
  const lines = await page.locator('.believe li').allTextContents()
  expect(lines).toContainEqual(expect.stringMatching(/^doubtful:Scanner clamavdated \d+ d ahead$/))
  expect(lines).toContainEqual(expect.stringMatching(/^doubtful:web-0\ddated \d+ d ahead$/))
  await page.locator('.believe').getByRole('link', { name: 'and 2 more servers' }).click()
  await page.getByText('7 of 7 shown').waitFor()
})

it('an answer that lacks something is told, and what was read before stays', async () => {
  const { page } = await look({ path: '/malware', hasTrouble: true })
  await settled(page)
  await page.clock.install()
  await page.route('**/api/malware.php', async (route) => {
    const { scan_history, ...rest } = await (await route.fetch()).json()
    expect(scan_history).toBeDefined()
    await route.fulfill({ json: rest })
  })
  await page.getByRole('button', { name: 'Read again' }).click()
  const trouble = page.locator('.trouble')
  await trouble.waitFor()
  expect(await trouble.innerText()).toMatch(
    /^Cannot read malware scans\. The answer lacks scan_history: .*What is shown was read at /,
  )
  await page.getByText('3 detections are active.').waitFor()
  // What is no text is not shown as one; then the status has to do.
  const contentType = 'application/json'
  for (const [status, name, body] of [
    [502, 'Bad Gateway', '{"error":{"code":7},"message":["x"]}'],
    [503, 'Service Unavailable', 'null'],
  ] as const) {
    await page.unroute('**/api/malware.php')
    await page.route('**/api/malware.php', (route) => route.fulfill({ status, body, contentType }))
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByText(`Cannot read malware scans. ${status} ${name}. What is shown`).waitFor()
  }
  await page.unroute('**/api/malware.php')
  await page.clock.runFor(6_000)
  await trouble.waitFor({ state: 'detached' })
})

it('a figure that an answer lacks within is told, not shown as NaN', async () => {
  const { page } = await look({ hasTrouble: true })
  await settled(page)
  await page.route('**/api/posture.php*', async (route) => {
    const body = await (await route.fetch()).json()
    delete body.current.overall
    for (const day of body.history) delete day.malware
    await route.fulfill({ json: body })
  })
  await page.route('**/api/compliance-scans.php?action=summary', async (route) => {
    const body = await (await route.fetch()).json()
    for (const server of body.servers) delete server.low_findings
    await route.fulfill({ json: body })
  })
  await page.reload()
  await settled(page)
  const text = await page.locator('main').innerText()
  expect(text).not.toContain('NaN')
  expect(text).toContain('The answer lacks current.overall, history.malware: the service is of')
  expect(text).toContain('The answer lacks servers.low_findings: the service is of another version')
})

it('a view that could not be drawn is tried again by itself, with what is read then', async () => {
  const { page } = await look({ error: /^TypeError/ })
  await settled(page)
  await page.clock.install()
  await page.route('**/api/malware.php', async (route) =>
    route.fulfill({ json: { ...(await (await route.fetch()).json()), latest_scans: 7 } }),
  )
  await page.getByRole('link', { name: 'Malware' }).first().click()
  const undrawn = page.getByText('This view could not be drawn.')
  await undrawn.waitFor()
  const again = page.waitForResponse('**/api/malware.php')
  await page.clock.runFor(31_000)
  await again
  await undrawn.waitFor()
  await page.unroute('**/api/malware.php')
  // As often as is chosen now, not as it was when it failed.
  await page.getByLabel('Refresh').selectOption('never')
  await page.clock.runFor(600_000)
  expect(await undrawn.count()).toBe(1)
  await page.getByLabel('Refresh').selectOption('every 10 s')
  await page.clock.runFor(11_000)
  await page.getByText('3 detections are active.').waitFor()
})
