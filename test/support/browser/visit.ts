// A visitor with a real browser at the real service.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { type TestDatabase, temporaryDatabase } from '../database.ts'
import { type StartedService, startService } from '../started-service.ts'
import { demoCopy } from './demo-copy.ts'

export interface Visit {
  readonly page: Page
  readonly service: StartedService
  readonly database: TestDatabase
  /** As the page itself has it, below the base path: what the browser tells of it comes later. */
  address(): Promise<string>
  /** From now on the upstream vouches for nobody. */
  signOut(): Promise<void>
}

export interface VisitOptions extends BrowserContextOptions {
  readonly path?: string
  /** Rows of the demo, rather than an empty database. */
  readonly isDemo?: boolean
  /** Before the page is opened. */
  readonly prepare?: (database: TestDatabase) => Promise<void>
  readonly flags?: Record<string, string>
  /** Failed requests are what the test is about. */
  readonly hasTrouble?: boolean
  /** What the page itself may tell of in the console. */
  readonly error?: RegExp
}

let connected: Promise<Browser> | undefined

const theBrowser = (): Promise<Browser> => {
  connected ??= chromium.connect(inject('browser'))
  return connected
}

/** A busy machine is no reason to answer 500. */
const PATIENT = { dashboard: 'on', readers: '2', deadline: '100' }
const PATIENCE_MS = 100_000

const TROUBLE = /^Failed to load resource|'TrustedHTML' assignment/
const NOTHING = /(?!)/

const SIGNED_IN = { 'x-auth-user-id': 'tester' }

export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const { path = '/', isDemo = true, prepare, flags = {}, hasTrouble, error, ...rest } = options
  const database = isDemo ? await demoCopy() : await temporaryDatabase()
  await prepare?.(database)
  const service = await startService(database.url, { ...PATIENT, ...flags })
  onTestFinished(service.stop)
  const page = await open(service.address + path, rest, error ?? (hasTrouble ? TROUBLE : NOTHING))
  return {
    page,
    service,
    database,
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
