// A visitor with a real browser at the real service.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { type TestDatabase, temporaryDatabase } from '../database.ts'
import { clientOf, type StartedService, startService } from '../started-service.ts'
import { demoCopy } from './demo-copy.ts'
import { PATIENT } from './patient.ts'

/** At the demo that all share: nobody may change it. */
export interface Look {
  readonly page: Page
  readonly service: Pick<StartedService, 'address' | 'get'>
  /** As the page itself has it, below the base path: what the browser tells of it comes later. */
  address(): Promise<string>
  /** From now on the upstream vouches for nobody. */
  signOut(): Promise<void>
}

/** At a service of the test's own. */
export interface Visit extends Look {
  readonly service: StartedService
  readonly database: TestDatabase
}

export interface LookOptions extends BrowserContextOptions {
  readonly path?: string
  /** Failed requests are what the test is about. */
  readonly hasTrouble?: boolean
  /** What the page itself may tell of in the console. */
  readonly error?: RegExp
}

export interface VisitOptions extends LookOptions {
  /** Rows of the demo, rather than an empty database. */
  readonly isDemo?: boolean
  /** Before the page is opened. */
  readonly prepare?: (database: TestDatabase) => Promise<void>
  readonly flags?: Record<string, string>
}

let connected: Promise<Browser> | undefined

const theBrowser = (): Promise<Browser> => {
  connected ??= chromium.connect(inject('browser'))
  return connected
}

const PATIENCE_MS = 100_000

const TROUBLE = /^Failed to load resource|'TrustedHTML' assignment/
const NOTHING = /(?!)/

const SIGNED_IN = { 'x-auth-user-id': 'tester' }

/** A service takes longer to start than most tests take to look at it. */
export async function look(options: LookOptions = {}): Promise<Look> {
  const address = inject('demoAddress')
  return lookAt({ address, ...clientOf(address) }, options)
}

export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const { isDemo = true, prepare, flags = {}, ...rest } = options
  const database = isDemo ? await demoCopy() : await temporaryDatabase()
  await prepare?.(database)
  const service = await startService(database.url, { ...PATIENT, ...flags })
  onTestFinished(service.stop)
  return { ...(await lookAt(service, rest)), service, database }
}

async function lookAt(service: Look['service'], options: LookOptions): Promise<Look> {
  const { path = '/', hasTrouble, error, ...rest } = options
  const page = await open(service.address + path, rest, error ?? (hasTrouble ? TROUBLE : NOTHING))
  return {
    page,
    service,
    address: async () => (await page.evaluate(() => location.href)).slice(service.address.length),
    signOut: () => page.context().setExtraHTTPHeaders({}),
  }
}

/** Nothing may go wrong unseen: an error in the console or a request to elsewhere fails the test. */
export async function open(
  url: string,
  options: BrowserContextOptions,
  expected = NOTHING,
): Promise<Page> {
  const context = await (await theBrowser()).newContext({
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: SIGNED_IN,
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    const isExpected = expected.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !isExpected) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error.stack)))
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'blob:' && origin !== new URL(url).origin) problems.push(request.url())
  })
  onTestFinished(async () => {
    await context.close()
    expect(problems).toEqual([])
  })
  await page.goto(url)
  return page
}

/** The view has its data: no panel is waiting. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForFunction(
    () =>
      document.querySelector('[aria-busy], main > .quiet') === null &&
      document.querySelector('.panel, .state') !== null,
  )
}
