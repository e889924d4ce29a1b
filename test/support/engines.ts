// The engines that tests run on. SECDASH_TEST_ENGINES=sqlite,postgres narrows the run.
import { hasMariadb } from './servers/mariadb.ts'

export const ENGINE_NAMES = ['sqlite', 'postgres', 'mariadb'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]

export const isEngineName = (text: unknown): text is EngineName =>
  (ENGINE_NAMES as readonly unknown[]).includes(text)

const chosen = process.env['SECDASH_TEST_ENGINES']?.split(',') ?? ENGINE_NAMES

const AVAILABLE: Readonly<Record<EngineName, () => boolean>> = {
  sqlite: () => true,
  // Its binaries come through npm.
  postgres: () => process.platform === 'linux' && process.arch === 'x64',
  mariadb: hasMariadb,
}

/** What is missing is said aloud; under CI it is a failure. */
export function enginesToTest(): EngineName[] {
  const wanted = ENGINE_NAMES.filter((name) => (chosen as readonly string[]).includes(name))
  const missing = wanted.filter((name) => !AVAILABLE[name]())
  for (const name of missing) {
    const text = `${name} is not installed: everything that needs it is SKIPPED`
    if (process.env['CI']) throw new Error(text)
    console.warn(`\n*** ${text} ***\n`)
  }
  return wanted.filter((name) => !missing.includes(name))
}
