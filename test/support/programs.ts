// Programs of other people that a test needs. What is missing is said aloud; under CI it is a failure.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian keeps some of them where only the superuser looks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']

export function programAt(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Whether all of them are there. */
export function hasPrograms(...names: readonly string[]): boolean {
  const missing = names.filter((name) => programAt(name) === undefined)
  if (missing.length === 0) return true
  const text = `${missing.join(', ')} not installed: everything that needs it is SKIPPED`
  if (process.env['CI']) throw new Error(text)
  console.warn(`\n*** ${text} ***\n`)
  return false
}
