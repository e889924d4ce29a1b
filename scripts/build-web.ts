// The dashboard as files in dist/web, built anew only when something it is made of has changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '..')
/** Holds the fingerprint of what the files beside it were built from. */
const STAMP = join(PROJECT, 'dist', 'web', 'built-from')

export function buildWeb(): void {
  const sources = fingerprint()
  if (sources === builtFrom()) return
  const vite = join(PROJECT, 'node_modules', '.bin', 'vite')
  execFileSync(vite, ['build', 'web', '--logLevel', 'warn'], { cwd: PROJECT, stdio: 'inherit' })
  writeFileSync(STAMP, sources)
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(['web/**/*.{ts,tsx,css,html,svg}', 'package-lock.json'], { cwd: PROJECT })
  for (const file of files.sort())
    hash.update(`${file}\0`).update(readFileSync(join(PROJECT, file)))
  return hash.digest('hex')
}

function builtFrom(): string | null {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return null
  }
}
