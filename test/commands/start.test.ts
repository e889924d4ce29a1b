// What a start does not load.
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { listeningApp } from '../support/listening.ts'

it('the framework comes without its compilers of schemas: they would be a third of the start', async () => {
  await listeningApp()
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  const of = (names: RegExp) => loaded.filter((path) => names.test(path))
  expect(of(/\/node_modules\/fastify\//)).not.toEqual([])
  expect(of(/\/node_modules\/@fastify\/(ajv|fast-json-stringify)-compiler\//)).toEqual([])
})
