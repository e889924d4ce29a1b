import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasBrowserToTest } from './test/support/browser/found.ts'
import { tellOfCollection } from './test/support/collection.ts'
import { ENGINE_NAMES, enginesToTest } from './test/support/engines.ts'
import { takeQuickPackages } from './test/support/quick-packages.ts'
import { makeRunFolders } from './test/support/run-folder.ts'

/** Tests of the endpoints run once an engine, those in `servers` only where there is a server. */
const ENDPOINTS = 'test/endpoints/**/*.test.ts'
const SERVERS_ONLY = 'test/endpoints/servers/**'
/** Tests in which time counts, or that measure, have the machine to themselves. */
const ALONE = 'test/servers/{bench,errors,galera,postgres-standby,recovery}.test.ts'

/** Tests of importers have nothing in common but modules, and are many. */
const IMPORTERS = 'test/importers/**/*.test.ts'

/** Tests that look at the dashboard need a browser. */
const BROWSER = 'test/browser/**/*.test.ts'

// Tests start the service hundreds of times, in threads and processes: Node compiles it once for all.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

const available = enginesToTest()
const hasBrowser = hasBrowserToTest()
tellOfCollection()
makeRunFolders()
await takeQuickPackages()

const browser = {
  extends: true as const,
  test: {
    name: 'browser',
    include: [BROWSER],
    isolate: false,
    globalSetup: ['test/support/browser/global-browser.ts'],
    provide: { engine: 'sqlite' as const },
  },
}

const engines = available.map((engine) => ({
  extends: true as const,
  test: {
    name: engine,
    include: [ENDPOINTS],
    exclude: engine === 'sqlite' ? [SERVERS_ONLY] : [],
    // They share nothing but modules, and loading those anew for each file takes longer than a test.
    isolate: false,
    globalSetup: [`test/support/global-${engine}.ts`],
    provide: { engine },
  },
}))

export default defineConfig({
  test: {
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A second by itself, which is nothing on a busy machine.
    expect: { poll: { timeout: 100_000 } },
    // One less otherwise, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'once',
          include: ['test/**/*.test.ts'],
          exclude: [ENDPOINTS, ALONE, BROWSER, IMPORTERS],
          globalSetup: ['test/support/global-sqlite.ts', 'test/support/global-web.ts'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'importers',
          include: [IMPORTERS],
          isolate: false,
          globalSetup: ['test/support/global-sqlite.ts'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [ALONE],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      ...engines,
      ...(hasBrowser ? [browser] : []),
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html', 'json-summary'],
      // Where an engine is missing, so is the coverage of its code.
      ...(available.length === ENGINE_NAMES.length
        ? { thresholds: { lines: 95, branches: 95 } }
        : {}),
    },
  },
})
