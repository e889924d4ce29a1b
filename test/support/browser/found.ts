// A browser of the system, for the tests that look at the dashboard.
import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome']

export const browserPath = (): string | undefined => PLACES.find((path) => existsSync(path))

/** What is missing is said aloud; under CI it is a failure. */
export function hasBrowserToTest(): boolean {
  if (browserPath() !== undefined) return true
  const text = 'no Chromium is installed: every test of the dashboard in a browser is SKIPPED'
  if (process.env['CI']) throw new Error(text)
  console.warn(`\n*** ${text} ***\n`)
  return false
}
