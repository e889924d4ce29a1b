// The licences of packages whose code is in built files, to be passed on with it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../src/project.ts'

const PACKAGES = join(PROJECT, 'node_modules')

export const licensesOf = (packages: readonly string[]): string =>
  packages.map(licenseOf).join(`\n${'-'.repeat(80)}\n\n`)

function licenseOf(name: string): string {
  const folder = join(PACKAGES, name)
  const file = readdirSync(folder).find((it) => it.toLowerCase() === 'license')
  if (file === undefined) throw new Error(`${name} brings no licence that could be passed on`)
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
