// The larger collection of real reports. It is no part of the project: tests read it where it lies,
// beside a checkout or in the folder that SECDASH_TEST_REPORTS names.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const COLLECTION =
  process.env['SECDASH_TEST_REPORTS'] ??
  join(import.meta.dirname, '..', '..', '..', 'shared', 'reports')

export const hasCollection = existsSync(COLLECTION)

export const collected = (name: string): string => join(COLLECTION, name)

/** What is missing is said aloud. */
export function tellOfCollection(): void {
  if (hasCollection) return
  console.warn('\n*** no collection of real reports is there: its tests are SKIPPED ***\n')
}
