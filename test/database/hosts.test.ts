import { expect, it, onTestFinished, vi } from 'vitest'
import type { Host } from '../../src/address.ts'
import { type Candidate, openBest } from '../../src/database/servers/hosts.ts'

const HOSTS: Host[] = [1, 2, 3].map((port) => ({ host: 'h', port }))

/** Opens what the test says of each port; a port that it does not name stays silent. */
async function opened(behaviour: Record<number, Candidate<number> | Error>) {
  const discarded: number[] = []
  const asked: number[] = []
  const open = ({ port }: Host): Promise<Candidate<number>> => {
    asked.push(port)
    const it = behaviour[port]
    if (it === undefined) return new Promise(() => {})
    return it instanceof Error ? Promise.reject(it) : Promise.resolve(it)
  }
  const taken = await openBest(HOSTS, open, (connection) => discarded.push(connection))
  return { taken, discarded, asked }
}

const first = (connection: number): Candidate<number> => ({ connection, preferred: true })
const second = (connection: number): Candidate<number> => ({ connection, preferred: false })

it('takes the one that is preferred, and lets go of second choices', async () => {
  let most = 0
  for (let i = 0; i < 100; i += 1) {
    const { taken, discarded, asked } = await opened({ 1: second(1), 2: first(2), 3: second(3) })
    expect(taken).toBe(2)
    expect(discarded).toEqual(asked.filter((it) => it !== 2))
    most = Math.max(most, discarded.length)
  }
  // In some order or other the best one comes last.
  expect(most).toBe(2)
})

it('takes a second choice when there is no better, also while another host is silent', async () => {
  expect(
    (await opened({ 1: second(1), 2: new Error('refused'), 3: new Error('refused') })).taken,
  ).toBe(1)
  expect((await opened({ 1: second(1) })).taken).toBe(1)
})

it('spreads over all that are fit', async () => {
  const seen = new Set<number>()
  for (let i = 0; i < 100; i += 1)
    seen.add((await opened({ 1: first(1), 2: first(2), 3: first(3) })).taken)
  expect(seen).toEqual(new Set([1, 2, 3]))
})

it('fails with what a host said when none can be had', async () => {
  const refused = new Error('refused')
  await expect(opened({ 1: refused, 2: refused, 3: refused })).rejects.toBe(refused)
})

it('asks anew while a host is silent, and lets go of what answers too late', async () => {
  const late = Promise.withResolvers<Candidate<number>>()
  const answers = [late.promise, Promise.resolve(first(2))]
  const discarded: number[] = []
  const open = () => answers.shift() ?? Promise.reject(new Error('asked too often'))
  const [host] = HOSTS
  const taken = await openBest([host as Host], open, (connection) => discarded.push(connection))
  expect(taken).toBe(2)
  late.resolve(first(1))
  await late.promise
  await new Promise(setImmediate)
  expect([answers, discarded]).toEqual([[], [1]])
})

it('asks nobody any more once one is taken, or none can be had', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await opened({ 1: first(1), 2: first(2), 3: first(3) })
  expect(vi.getTimerCount()).toBe(0)
  const refused = new Error('refused')
  await expect(opened({ 1: refused, 2: refused, 3: refused })).rejects.toBe(refused)
  expect(vi.getTimerCount()).toBe(0)
})

it('asks a silent host less and less often', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const gaveUp = Promise.withResolvers<Candidate<number>>()
  const attempts: Promise<Candidate<number>>[] = []
  const open = () => {
    attempts.push(attempts.length === 0 ? gaveUp.promise : new Promise<never>(() => {}))
    return attempts.at(-1) as Promise<Candidate<number>>
  }
  const [host] = HOSTS
  const opening = openBest([host as Host], open, () => {})
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  const at: number[] = []
  for (let ms = 300; ms <= 12_000; ms += 300) {
    const before = attempts.length
    vi.advanceTimersByTime(300)
    if (attempts.length > before) at.push(ms)
  }
  expect(at).toEqual([300, 600, 900, 1800, 3600, 7200])
  gaveUp.reject(new Error('gave up'))
  await expect(opening).rejects.toThrow('gave up')
})

it('fails when the first attempts have failed, however many were made since', async () => {
  const gaveUp = Promise.withResolvers<Candidate<number>>()
  const attempts: number[] = []
  const open = () => {
    attempts.push(attempts.length)
    if (attempts.length === 3) gaveUp.reject(new Error('gave up'))
    return attempts.length === 1 ? gaveUp.promise : new Promise<never>(() => {})
  }
  const [host] = HOSTS
  await expect(openBest([host as Host], open, () => {})).rejects.toThrow('gave up')
  expect(attempts).toEqual([0, 1, 2])
})
