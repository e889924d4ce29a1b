import { EventEmitter } from 'node:events'
import { Piscina } from 'piscina'
import { expect, it, onTestFinished } from 'vitest'
import { readyThreads } from '../../src/answers/threads/ready-threads.ts'
import { LONG, TO_ALL } from '../../src/answers/threads/task.ts'
import type { HeldStart } from '../support/held-thread.ts'

const HELD_THREAD = new URL('../support/held-thread.ts', import.meta.url).href
/** Where HeldStart says that threads may go on. */
const MAY_START = 1

const shared = (length: number) => new Int32Array(new SharedArrayBuffer(4 * length))

/** Sets a shared number, and wakes whoever waits for it. */
function set(numbers: Int32Array, at: number) {
  Atomics.store(numbers, at, 1)
  Atomics.notify(numbers, at)
}

/** A pool in which one thread starts at once, and the others when they may. */
function heldPool(minThreads: number) {
  const numbers = shared(2)
  const { choose, know } = readyThreads(1)
  const pool = new Piscina<Int32Array, void>({
    filename: HELD_THREAD,
    minThreads,
    maxThreads: 2,
    atomics: 'disabled',
    loadBalancer: choose,
    workerData: numbers satisfies HeldStart,
  })
  const letStart = () => set(numbers, MAY_START)
  onTestFinished(async () => {
    letStart()
    await pool.destroy()
  })
  return { pool, up: know(pool), letStart, started: () => Atomics.load(numbers, 0) }
}

// As all tasks of answers, they can be ended.
const { signal } = new AbortController()

it('a task that waits is done by the thread that becomes free, not by one that is still starting', async () => {
  const { pool, up, letStart } = heldPool(1)
  await up
  const [first, second] = [shared(1), shared(1)]
  const running = pool.run(first, { signal })
  const waiting = pool.run(second, { signal })
  expect(pool.threads).toHaveLength(2)
  for (const task of [first, second]) set(task, 0)
  await running
  await waiting
  // Once it is up, it gets its share.
  const [third, fourth] = [shared(1), shared(1)]
  const [long, short] = [third, fourth].map((task) => pool.run(task, { signal }))
  letStart()
  set(fourth, 0)
  await short
  set(third, 0)
  await long
})

it('one that is gone is not waited for', async () => {
  const { pool, up } = heldPool(2)
  await Promise.all(pool.threads.map((thread) => thread.terminate()))
  await up
})

it('the threads of the start are up when all of them are', async () => {
  const { up, letStart, started } = heldPool(2)
  let areUp = false
  void up.then(() => {
    areUp = true
  })
  await expect.poll(started).toBe(2)
  expect(areUp).toBe(false)
  letStart()
  await up
})

/** Chooses among threads that are all up, and of which some are busy. */
function chooserOf(ids: readonly number[], longAtOnce: number) {
  const { choose, know } = readyThreads(longAtOnce)
  const pool = Object.assign(new EventEmitter(), { threads: [] })
  void know(pool as never)
  let living = [...ids]
  for (const id of ids) pool.emit('workerCreate', { id })
  const chosen = (name: string, busy: readonly number[] = []) =>
    choose(
      { name } as never,
      living.map((id) => ({ id, currentUsage: busy.includes(id) ? 1 : 0 })) as never,
    )?.id ?? null
  const end = (gone: number, { known = true } = {}) => {
    living = living.filter((id) => id !== gone)
    if (known) pool.emit('workerDestroy', { id: gone })
  }
  return { chosen, end }
}

it('what may be long goes to few threads, always the same, and nothing else goes there', () => {
  const { chosen } = chooserOf([1, 2, 3, 4], 2)
  expect(chosen('default')).toBe(1)
  expect(chosen(LONG, [1])).toBe(2)
  expect(chosen(LONG)).toBe(2)
  expect(chosen(LONG, [1, 2])).toBe(3)
  expect(chosen(LONG, [2])).toBe(3)
  expect(chosen(LONG, [2, 3])).toBeNull()
  expect(chosen('default', [1])).toBe(4)
  expect(chosen('default', [1, 4])).toBeNull()
})

it('what each is to get goes to any', () => {
  const { chosen } = chooserOf([1, 2], 1)
  expect(chosen(LONG)).toBe(1)
  expect(chosen(TO_ALL)).toBe(1)
  expect(chosen(TO_ALL, [1])).toBe(2)
})

it.each([true, false])('another takes the place of one that ended, told of or not: %s', (known) => {
  const { chosen, end } = chooserOf([1, 2], 1)
  expect(chosen(LONG)).toBe(1)
  end(1, { known })
  expect(chosen(LONG)).toBe(2)
  expect(chosen('default')).toBeNull()
})
