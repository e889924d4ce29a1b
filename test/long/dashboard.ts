// How fast the dashboard is on this machine: the first view of the demo, and a thousand servers
// scrolled from top to bottom. npx node test/long/dashboard.ts [servers]

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.ts'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import { browserPath } from '../support/browser/found.ts'
import { fleet } from '../support/fleet.ts'
import { newFolder } from '../support/folders.ts'
import { startService } from '../support/started-service.ts'

const servers = Number(process.argv[2] ?? 1000)
const RUNS = 10

async function settled(page: Page): Promise<void> {
  await page.waitForSelector('.panel')
  await page.waitForSelector('[aria-busy]', { state: 'detached' })
}

buildWeb()
const browser = await chromium.launch({ executablePath: browserPath() ?? 'chromium' })

async function visiting(database: string, path: string, look: (page: Page) => Promise<void>) {
  const service = await startService(database, { dashboard: 'on', deadline: '60' })
  const page = await browser.newPage({ extraHTTPHeaders: { 'x-auth-user-id': 'long' } })
  await page.addInitScript(`window.tasks = []; new PerformanceObserver((list) => {
    for (const it of list.getEntries()) window.tasks.push(Math.round(it.duration))
  }).observe({ type: 'longtask', buffered: true })`)
  await page.goto(service.address + path)
  await settled(page)
  await look(page)
  await page.close()
  await service.stop()
}

const folder = newFolder('dashboard')
const demo = `sqlite:${join(folder, 'demo.db')}`
await migrate(engineAt(demo))
await fillDemo(engineAt(demo), Date.now(), 'UTC')
await visiting(demo, '/', async (page) => {
  const times: number[] = []
  for (let i = 0; i < RUNS; i++) {
    await page.reload({ waitUntil: 'commit' })
    await settled(page)
    times.push(Math.round(Number(await page.evaluate('performance.now()'))))
  }
  console.log(
    `first view of the demo, ms to all data shown: ${times.sort((a, b) => a - b).join(' ')}`,
  )
})
rmSync(folder, { recursive: true, force: true })

const many = await fleet({ servers, days: 7, findingsPerScan: 20 })
await visiting(many.url, '/compliance', async (page) => {
  const before = await page.evaluate('window.tasks.splice(0)')
  for (let i = 0; i < 60; i++) {
    await page.mouse.wheel(0, 700)
    await page.evaluate('new Promise(requestAnimationFrame)')
  }
  const while_ = await page.evaluate('window.tasks.splice(0)')
  console.log(
    `${servers} servers, ms of long tasks: while it opened [${before}], while scrolled [${while_}]`,
  )
})
many.remove()
await browser.close()
