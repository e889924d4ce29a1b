// Bytes that came from other threads are freed without a look through the whole heap.
import { expect, it } from 'vitest'
import { sweeping } from '../../src/answers/threads/sweeping.ts'

const MB = 2 ** 20

it('frees what is no longer used long before V8 would do so by itself', async () => {
  const outside = () => process.memoryUsage().arrayBuffers
  const before = outside()
  const sweep = sweeping()
  for (let i = 0; i < 2; i++) sweep(new Uint8Array(MB).length)
  expect(outside() - before).toBeGreaterThanOrEqual(2 * MB)
  sweep(MB)
  // Another thread does it.
  await expect.poll(() => outside() - before, { timeout: 30_000 }).toBeLessThan(MB)
})

it('collects once for each 3 MB', () => {
  let collections = 0
  const sweep = sweeping(() => {
    collections += 1
  })
  for (let i = 0; i < 2; i++) sweep(MB)
  expect(collections).toBe(0)
  sweep(MB)
  expect(collections).toBe(1)
  for (let i = 0; i < 30; i++) sweep(MB)
  expect(collections).toBe(11)
})
