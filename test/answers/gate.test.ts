import { expect, it } from 'vitest'
import { gate } from '../../src/answers/threads/gate.ts'

it('lets so many through at once, and the others in the order they came', async () => {
  const { enter, leave } = gate(2)
  const through: number[] = []
  const entered = [1, 2, 3, 4, 5].map((it) => enter().then(() => through.push(it)))
  await Promise.all(entered.slice(0, 2))
  expect(through).toEqual([1, 2])
  for (const next of [3, 4, 5]) {
    leave()
    await entered[next - 1]
    expect(through.at(-1)).toBe(next)
  }
  expect(through).toEqual([1, 2, 3, 4, 5])
})
