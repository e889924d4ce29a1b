import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { generatedFiles } from '../../scripts/generated-files.ts'
import { REFUSALS } from '../../src/errors.ts'
import { PROJECT } from '../../src/project.ts'
import { assertDocumented } from '../support/openapi.ts'

const document = readFileSync(join(PROJECT, 'openapi.json'), 'utf8')

it.each(Object.entries(generatedFiles()))('%s is what `npm run docs` writes', (path, text) => {
  expect(readFileSync(join(PROJECT, path), 'utf8')).toBe(text)
})

it('the OpenAPI document passes a linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  expect(await lintFromString({ source: document, config })).toEqual([])
})

it('the linter would find a fault', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = document.replace('"openapi": "3.1.0"', '"openapi": "3.1.0", "surprise": true')
  expect(await lintFromString({ source, config })).not.toEqual([])
})

it('the OpenAPI document knows every text that a client can be refused with', () => {
  for (const [, text] of Object.values(REFUSALS)) expect(document).toContain(JSON.stringify(text))
})

it('a body with an unknown member, a missing one or a wrong type is not as documented', () => {
  const good = { error: 'Unauthorized' }
  expect(() => assertDocumented('/api/malware.php', 401, good)).not.toThrow()
  for (const bad of [{ ...good, more: 1 }, {}, { error: 1 }, { error: 'Other' }, null]) {
    expect(() => assertDocumented('/api/malware.php', 401, bad)).toThrow(/not as documented/)
  }
  expect(() => assertDocumented('/api/malware.php', 418, good)).toThrow(/undocumented 418/)
})
