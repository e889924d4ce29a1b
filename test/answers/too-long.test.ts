import { expect, it } from 'vitest'
import { computeWith } from '../../src/answers/compute.ts'
import type { DatabaseReader } from '../../src/database/reader.ts'
import { momentOf } from '../../src/time.ts'
import { failureOf } from '../support/by-hand.ts'
import { NOW } from '../support/service.ts'

it('an answer that is longer than any text can be is a failed query that says so', async () => {
  // Six characters of JSON each.
  const body = { findings: ['\0'.repeat(90_000_000)] }
  const read = (async () => [body, null]) as unknown as DatabaseReader['read']
  const compute = computeWith({ read } as DatabaseReader)
  const answer = compute({ ask: 'compliance.server', name: 'web-01' }, momentOf(NOW, 'UTC'))
  expect(await failureOf(answer)).toMatchObject({
    kind: 'query',
    text: 'the answer is too long: a list of it has more than 536 million characters',
    detail: expect.stringContaining('Invalid string length'),
  })
})
