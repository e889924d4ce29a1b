import { expect, it } from 'vitest'
import { Failure } from '../../src/errors.ts'
import { byHand, failureOf } from '../support/by-hand.ts'

it('requests that arrive before a computation starts share its result', async () => {
  const { ask, end, startedKeys } = byHand()
  const busy = ask('other')
  const shared = [ask('web'), ask('web'), ask('web')]
  expect(startedKeys()).toEqual(['other'])
  await end(0)
  expect(startedKeys()).toEqual(['other', 'web'])
  await end(1, 'for all three')
  expect(await Promise.all(shared)).toEqual(['for all three', 'for all three', 'for all three'])
  expect(await busy).toBe('result 0')
  expect(startedKeys()).toHaveLength(2)
})

it('a request that arrives after the computation started waits for the next', async () => {
  const { ask, end, startedKeys } = byHand({ atOnce: 4 })
  const first = ask('web')
  const later = [ask('web'), ask('web')]
  // The same question is never computed twice at once, however many readers are free.
  expect(startedKeys()).toEqual(['web'])
  await end(0, 'old')
  expect(await first).toBe('old')
  expect(startedKeys()).toEqual(['web', 'web'])
  await end(1, 'new')
  expect(await Promise.all(later)).toEqual(['new', 'new'])
  expect(startedKeys()).toHaveLength(2)
})

it('of one question, at most one computation runs and one waits', async () => {
  const { ask, end, startedKeys } = byHand({ atOnce: 4, queue: 1 })
  const all = Array.from({ length: 100 }, () => ask('web'))
  expect(startedKeys()).toHaveLength(1)
  await end(0)
  expect(startedKeys()).toHaveLength(2)
  await end(1)
  expect(startedKeys()).toHaveLength(2)
  expect(new Set(await Promise.all(all))).toEqual(new Set(['result 0', 'result 1']))
})

it('questions that differ in any member are different questions', () => {
  const { ask, startedKeys } = byHand({ atOnce: 4 })
  void ask('web')
  void ask('WEB')
  void ask('web-')
  expect(startedKeys()).toEqual(['web', 'WEB', 'web-'])
})

it('no more than atOnce computations run, and the rest start in the order they came', async () => {
  const { ask, end, startedKeys } = byHand({ atOnce: 2 })
  const all = ['a', 'b', 'c', 'd'].map(ask)
  expect(startedKeys()).toEqual(['a', 'b'])
  await end(1)
  expect(startedKeys()).toEqual(['a', 'b', 'c'])
  await end(2)
  expect(startedKeys()).toEqual(['a', 'b', 'c', 'd'])
  await end(0)
  await end(3)
  expect(await Promise.all(all)).toEqual(['result 0', 'result 1', 'result 2', 'result 3'])
})

it('a question whose last computation still runs lets the next question start before it', async () => {
  const { ask, end, startedKeys } = byHand({ atOnce: 2 })
  void ask('a')
  void ask('b')
  void ask('a')
  void ask('c')
  await end(1)
  expect(startedKeys()).toEqual(['a', 'b', 'c'])
  await end(0)
  expect(startedKeys()).toEqual(['a', 'b', 'c', 'a'])
})

it('a failure is shared, and does not poison the next computation', async () => {
  const { ask, end, fail } = byHand()
  void ask('other')
  const shared = [failureOf(ask('web')), failureOf(ask('web'))]
  await end(0)
  const later = ask('web')
  const failure = new Failure({ kind: 'query', text: 'no such table', detail: '', code: null })
  await fail(1, failure)
  for (const told of await Promise.all(shared)) expect(told).toBe(failure)
  await end(2, 'good again')
  expect(await later).toBe('good again')
})

it('keeps nothing of what has ended: every question starts afresh', async () => {
  const { ask, end, startedKeys } = byHand({ atOnce: 1, queue: 0 })
  for (let round = 0; round < 50; round++) {
    const answer = ask(`server-${round % 2}`)
    await end(round)
    expect(await answer).toBe(`result ${round}`)
  }
  expect(startedKeys()).toHaveLength(50)
})
