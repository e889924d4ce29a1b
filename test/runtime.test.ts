// Which Node runs this: the pinned one from a checkout, 24 or later from the package.
import { expect, it } from 'vitest'
import { assertRuntime } from '../src/runtime.ts'

it('the tests run on Node 26', () => {
  expect(process.version).toMatch(/^v26\./)
  assertRuntime(process.version, import.meta.filename)
})

it.each(['v20.19.0', 'v24.1.0', 'v25.9.9', 'v27.0.0', 'nonsense'])(
  'a checkout refuses %s and says what to do',
  (version) => {
    expect(() => assertRuntime(version, '/x/src/cli.ts')).toThrow(
      `a checkout of secdash runs on Node 26, this is ${version}: run \`npm ci\``,
    )
  },
)

it('a checkout runs on any 26', () => {
  assertRuntime('v26.0.0', '/x/src/cli.ts')
  assertRuntime('v26.99.1', '/x/src/cli.ts')
})

it.each(['v18.20.0', 'v20.19.0', 'v23.11.1'])('the package refuses %s', (version) => {
  expect(() => assertRuntime(version, '/x/dist/cli.js')).toThrow(
    `secdash needs Node 24 or later, this is ${version}`,
  )
})

it.each(['v24.0.0', 'v26.10.0', 'v30.0.0'])('the package runs on %s', (version) => {
  assertRuntime(version, '/x/dist/cli.js')
})
