// A file that is replaced: nothing of the new one is opened while somebody has the old one open. With
// real threads it is shown in threads.test.ts; here nothing depends on how fast they are.
import { expect, it, vi } from 'vitest'
import { onePlace } from '../src/answers/one-place.ts'
import { REPLACED } from '../src/answers/task.ts'

const LONG_MS = 2 ** 30

it('all let go of the old file once, and then the work is done in the new one', async () => {
  const told: string[] = []
  const { promise: areAllGone, resolve: allGo } = Promise.withResolvers<void>()
  let file = 'old'
  const inPlace = onePlace({
    placeNow: () => file,
    async letGo() {
      told.push('letting go')
      await areAllGone
      told.push('gone')
    },
    deadlineMs: LONG_MS,
  })
  const work = async (place: string | null) => {
    told.push(`work in ${place}`)
    return place === file ? place : REPLACED
  }
  expect(await inPlace(work)).toBe('old')
  file = 'new'
  const both = Promise.all([inPlace(work), inPlace(work)])
  await new Promise(setImmediate)
  // Who comes now waits, too.
  const third = inPlace(work)
  await new Promise(setImmediate)
  expect(told).toEqual(['work in old', 'work in old', 'work in old', 'letting go'])
  allGo()
  expect([...(await both), await third]).toEqual(['new', 'new', 'new'])
  expect(told.slice(4)).toEqual(['gone', 'work in new', 'work in new', 'work in new'])
})

it('who waits for that waits no longer than the deadline', async () => {
  const never = new Promise<void>(() => {})
  const inPlace = onePlace({ placeNow: () => 'file', letGo: () => never, deadlineMs: 1 })
  await expect(inPlace(async () => REPLACED)).rejects.toMatchObject({
    kind: 'connection',
    text: 'no reader became free within 0.001 s',
  })
})

it('where letting go failed, the next question finds the new file', async () => {
  const failure = new Error('out of luck')
  const inPlace = onePlace({
    placeNow: () => 'file',
    letGo: () => Promise.reject(failure),
    deadlineMs: LONG_MS,
  })
  await expect(inPlace(async () => REPLACED)).rejects.toBe(failure)
  expect(await inPlace(async (place) => place)).toBe('file')
})

it('of connections to a server none waits for another: who was told of it asks again at once', async () => {
  const letGo = vi.fn(async () => {})
  const inPlace = onePlace({ placeNow: () => null, letGo, deadlineMs: LONG_MS })
  void inPlace(() => new Promise<string>(() => {}))
  const outcomes = [REPLACED, REPLACED, 'an answer'] as const
  let asked = 0
  expect(await inPlace(async () => outcomes[asked++] ?? '')).toBe('an answer')
  expect(asked).toBe(3)
  expect(letGo).not.toHaveBeenCalled()
})
