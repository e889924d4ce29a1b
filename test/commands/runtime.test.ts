// Which Node runs this: the pinned one from a checkout, 24 or later from the package.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'
import { runtimeFault } from '../../src/runtime.ts'

it('the tests run on Node 26', () => {
  expect(process.version).toMatch(/^v26\./)
  expect(runtimeFault(process.version, import.meta.url)).toBeNull()
})

it.each(['v20.19.0', 'v24.1.0', 'v25.9.9', 'v27.0.0', 'nonsense'])(
  'a checkout refuses %s and says what to do',
  (version) => {
    expect(runtimeFault(version, 'file:///x/src/cli.ts')).toContain(
      `a checkout needs Node 26, this is ${version}: run \`npm ci\``,
    )
  },
)

it.each(['v26.0.0', 'v26.99.1'])('a checkout runs on %s', (version) => {
  expect(runtimeFault(version, 'file:///x/src/cli.ts')).toBeNull()
})

it.each(['v18.20.0', 'v20.19.0', 'v23.11.1', 'nonsense'])(
  'the package refuses %s and says what to do',
  (version) => {
    expect(runtimeFault(version, 'file:///x/dist/cli.js')).toContain(
      `needs Node 24 or later, this is ${version}: install a newer one`,
    )
  },
)

it.each(['v24.0.0', 'v26.10.0', 'v30.0.0'])('the package runs on %s', (version) => {
  expect(runtimeFault(version, 'file:///x/dist/cli.js')).toBeNull()
})

it('a Node that will not do is told in one line, without a stack, and the exit code is 1', () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'version', { value: 'v20.20.2' })`
  const cli = join(PROJECT, 'src', 'cli.ts')
  const args = ['--import', older, cli, '--version']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^secdash: a checkout needs Node 26, this is v20\.20\.2: .+\n$/)
})
