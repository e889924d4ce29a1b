// The dashboard as files in dist/web, built anew only when something it is made of has changed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../src/project.ts'
import { licensesOf } from './licenses.ts'

const FOLDER = join(PROJECT, 'dist', 'web')
/** Holds the fingerprint of what the files beside it were built from. */
const STAMP = join(FOLDER, 'built-from')

/** What of others is in the built files, under licences that want to be passed on. */
const BUNDLED = [
  'react',
  'react-dom',
  'scheduler',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-store',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@tanstack/store',
  '@tanstack/table-core',
  '@tanstack/virtual-core',
  'regexparam',
  'use-sync-external-store',
  '@fontsource-variable/ibm-plex-sans',
]

export function buildWeb(): void {
  const sources = fingerprint()
  if (sources === builtFrom()) return
  const vite = join(PROJECT, 'node_modules', '.bin', 'vite')
  execFileSync(vite, ['build', 'web', '--logLevel', 'warn'], {
    cwd: PROJECT,
    stdio: 'inherit',
    // Tests have another one, and would get a page for developers.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(join(FOLDER, 'licenses.txt'), licensesOf(BUNDLED))
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

if (import.meta.main) buildWeb()
