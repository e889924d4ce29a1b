// One browser, one filled demo database and one service of it for all tests of a run; the dashboard as it is now.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { buildWeb } from '../../../scripts/build-web.ts'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { fillDemo } from '../../../src/demo/fill.ts'
import { newFolder } from '../folders.ts'
import { startService } from '../started-service.ts'
import { browserPath } from './found.ts'
import { PATIENT } from './patient.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of this run listens. */
    browser: string
    /** A file to copy. */
    demoDatabase: string
    /** Where it is served for those who change nothing. */
    demoAddress: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildWeb()
  const folder = newFolder('browser')
  const database = join(folder, 'demo.db')
  const engine = engineAt(`sqlite:${database}`)
  await migrate(engine)
  await fillDemo(engine, Date.now(), 'UTC')
  const service = await startService(`sqlite:${database}`, PATIENT)
  const browser = await chromium.launchServer({ executablePath: browserPath() as string })
  project.provide('browser', browser.wsEndpoint())
  project.provide('demoDatabase', database)
  project.provide('demoAddress', service.address)
  return async () => {
    await browser.close()
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
