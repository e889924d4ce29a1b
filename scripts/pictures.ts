// Makes the pictures of the README from the demo, light and dark, so that they never go stale.
// Needs a Chromium of the system.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium } from 'playwright-core'
import { runService } from '../src/commands/service.ts'
import { engineAt } from '../src/database/connect.ts'
import { migrate } from '../src/database/schema/migrate.ts'
import { fillDemo } from '../src/demo/fill.ts'
import { configOf } from '../src/settings/config.ts'
import { browserPath } from '../test/support/browser/found.ts'
import { newFolder } from '../test/support/folders.ts'
import { buildWeb } from './build-web.ts'

const PICTURES = join(import.meta.dirname, '..', 'docs', 'pictures')

const SHOTS = [
  { name: 'overview', path: '/?days=90', width: 1280, height: 1490 },
  { name: 'malware', path: '/malware', width: 1280, height: 780 },
  { name: 'compliance', path: '/compliance', width: 1280, height: 780 },
  { name: 'categories', path: '/compliance?show=categories', width: 1280, height: 640 },
  { name: 'server', path: '/servers/ci-01', width: 1280, height: 840 },
  { name: 'findings', path: '/findings', width: 1280, height: 780 },
] as const

buildWeb()
mkdirSync(PICTURES, { recursive: true })
const folder = newFolder('pictures')
const database = `sqlite:${join(folder, 'demo.db')}`
await migrate(engineAt(database))
await fillDemo(engineAt(database), Date.now(), 'UTC')
const config = configOf(
  { database, port: '0', dashboard: 'on', deadline: '60', 'log-level': 'error' },
  {},
)
const service = await runService(config, process.stdout)
const browser = await chromium.launch({ executablePath: browserPath() ?? 'chromium' })

for (const colorScheme of ['light', 'dark'] as const) {
  for (const shot of SHOTS) await take(shot, { colorScheme })
}
await browser.close()
await service.stop()
rmSync(folder, { recursive: true, force: true })

async function take(shot: (typeof SHOTS)[number], { colorScheme }: BrowserContextOptions) {
  const { name, path, width, height } = shot
  const context = await browser.newContext({
    colorScheme: colorScheme ?? 'light',
    viewport: { width, height },
    extraHTTPHeaders: { 'x-auth-user-id': 'pictures' },
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.goto(service.address + path)
  await page.locator('.read time').waitFor()
  await page.waitForSelector('[aria-busy]', { state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`) })
  await context.close()
}
