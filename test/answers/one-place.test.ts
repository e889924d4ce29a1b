// A file that is replaced: nothing of the new one is opened while somebody has the old one open. With
// real threads it is shown in threads.test.ts; here nothing depends on how fast they are.
import { expect, it, vi } from 'vitest'
import { onePlace, type PlaceOptions } from '../../src/answers/threads/one-place.ts'
import { REPLACED } from '../../src/answers/threads/task.ts'
import { failure } from '../../src/database/failure/failure.ts'

const LONG_MS = 2 ** 30

const placed = (options: Partial<PlaceOptions>) =>
  onePlace({
    placeNow: () => 'file',
    damagedState: () => null,
    letGo: () => Promise.reject(new Error('all were to let go')),
    letGoOfIdle: () => Promise.reject(new Error('idle ones were to let go')),
    deadlineMs: LONG_MS,
    ...options,
  })

it('all let go of the old file once, and then the work is done in the new one', async () => {
  const told: string[] = []
  const { promise: areAllGone, resolve: allGo } = Promise.withResolvers<void>()
  let file = 'old'
  const inPlace = placed({
    placeNow: () => file,
    async letGo() {
      told.push('letting go')
      await areAllGone
      told.push('gone')
    },
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
  const inPlace = placed({ letGo: () => never, deadlineMs: 1 })
  await expect(inPlace(async () => REPLACED)).rejects.toMatchObject({
    kind: 'connection',
    text: 'no reader became free within 0.001 s',
  })
})

it('where letting go failed, the next question finds the new file', async () => {
  const outOfLuck = new Error('out of luck')
  const inPlace = placed({ letGo: () => Promise.reject(outOfLuck) })
  await expect(inPlace(async () => REPLACED)).rejects.toBe(outOfLuck)
  expect(await inPlace(async (place) => place)).toBe('file')
})

it('of connections to a server none waits for another: who was told of it asks again at once', async () => {
  const letGo = vi.fn(async () => {})
  const inPlace = placed({ placeNow: () => null, letGo })
  void inPlace(() => new Promise<string>(() => {}))
  const outcomes = [REPLACED, REPLACED, 'an answer'] as const
  let asked = 0
  expect(await inPlace(async () => outcomes[asked++] ?? '')).toBe('an answer')
  expect(asked).toBe(3)
  expect(letGo).not.toHaveBeenCalled()
})

const malformed = failure('query', 'malformed')

it('all let go of a file that looks damaged, and then each question is asked once more', async () => {
  let isOldOpen = true
  const letGoOfIdle = vi.fn(async () => {
    isOldOpen = false
  })
  const inPlace = placed({ damagedState: () => 'overwritten', letGoOfIdle })
  const work = async () => {
    if (isOldOpen) throw malformed
    return 'an answer'
  }
  // The second fails when the first has already let all go.
  const { promise: isLate, resolve: late } = Promise.withResolvers<void>()
  let asked = 0
  const second = inPlace(async () => {
    if (asked++ > 0) return work()
    await isLate
    throw malformed
  })
  expect(await inPlace(work)).toBe('an answer')
  late()
  expect(await second).toBe('an answer')
  expect(asked).toBe(2)
})

it('who asks once more does so in the same place: some may still have it open', async () => {
  let file = 'old'
  const inPlace = placed({
    placeNow: () => file,
    damagedState: () => 'damaged',
    letGoOfIdle: async () => {
      file = 'new'
    },
  })
  const places: (string | null)[] = []
  const work = async (place: string | null) => {
    places.push(place)
    throw malformed
  }
  await expect(inPlace(work)).rejects.toBe(malformed)
  expect(places).toEqual(['old', 'old'])
})

it('one that is damaged is let go of once, and again when it was written to', async () => {
  let state = 'damaged'
  const letGoOfIdle = vi.fn(async () => {})
  const inPlace = placed({ damagedState: () => state, letGoOfIdle })
  for (const times of [1, 1, 2, 2]) {
    if (times === 2) state = 'written to'
    await expect(inPlace(() => Promise.reject(malformed))).rejects.toBe(malformed)
    expect(letGoOfIdle).toHaveBeenCalledTimes(times)
  }
})

it('one that is damaged and written to all the time is asked three times, not until the deadline', async () => {
  let written = 0
  const letGoOfIdle = vi.fn(async () => {})
  const inPlace = placed({ damagedState: () => `written to ${written++} times`, letGoOfIdle })
  await expect(inPlace(() => Promise.reject(malformed))).rejects.toBe(malformed)
  expect(letGoOfIdle).toHaveBeenCalledTimes(2)
})

it('nobody lets go because of any other failure', async () => {
  const locked = failure('query', 'database is locked')
  const inPlace = placed({ damagedState: (it) => (it === locked ? null : 'damaged') })
  for (const error of [locked, new Error('a defect')]) {
    await expect(inPlace(() => Promise.reject(error))).rejects.toBe(error)
  }
})
