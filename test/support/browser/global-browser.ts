// One browser and one filled demo database for all tests of a run; the dashboard as it is now.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../../scripts/build-web.ts'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { fillDemo } from '../../../src/demo/fill.ts'
import { newFolder } from '../folders.ts'
import { browserPath } from './found.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of this run listens. */
    browser: string
    /** A file to copy. */
    demoDatabase: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb()
  const folder = newFolder('browser')
  const database = join(folder, 'demo.db')
  const engine = engineAt(`sqlite:${database}`)
  await migrate(engine)
  await fillDemo(engine, Date.now(), 'UTC')
  const browser = await chromium.launchServer({ executablePath: browserPath() as string })
  project.provide('browser', browser.wsEndpoint())
  project.provide('demoDatabase', database)
  return async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
