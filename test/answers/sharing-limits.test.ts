import { expect, it, onTestFinished, vi } from 'vitest'
import { ClientGone } from '../../src/http/sending.ts'
import { byHand, failureOf } from '../support/by-hand.ts'

it('what does not fit into the queue fails at once as a connection failure', async () => {
  const { ask, end, startedKeys } = byHand({ queue: 2 })
  const fit = ['a', 'b', 'c'].map(ask)
  const failure = await failureOf(ask('d'))
  expect(failure.kind).toBe('connection')
  expect(failure.message).toBe('Database connection failed')
  // One more request for a question that waits already needs no room.
  fit.push(ask('c'))
  await end(0)
  await end(1)
  await end(2)
  expect(await Promise.all(fit)).toEqual(['result 0', 'result 1', 'result 2', 'result 2'])
  expect(startedKeys()).toEqual(['a', 'b', 'c'])
})

it('a queue of 0 serves whoever finds a free reader', async () => {
  const { ask, end } = byHand({ atOnce: 2, queue: 0 })
  const both = [ask('a'), ask('b')]
  expect((await failureOf(ask('c'))).kind).toBe('connection')
  expect((await failureOf(ask('a'))).kind).toBe('connection')
  await end(0)
  await end(1)
  expect(await Promise.all(both)).toEqual(['result 0', 'result 1'])
  const next = ask('c')
  await end(2)
  expect(await next).toBe('result 2')
})

it('a question that waits for its own last computation takes a place, though a reader is free', async () => {
  const { ask, end } = byHand({ atOnce: 2, queue: 0 })
  const busy = ask('a')
  expect((await failureOf(ask('a'))).kind).toBe('connection')
  await end(0)
  expect(await busy).toBe('result 0')
})

it('a deadline that passes is a query failure once the computation runs, else a connection failure', async () => {
  const { ask, end, fail } = byHand({ deadlineMs: 5 })
  const running = failureOf(ask('a'))
  const waiting = failureOf(ask('b'))
  expect(await running).toMatchObject({ kind: 'query', message: 'Database query failed' })
  expect(await waiting).toMatchObject({ kind: 'connection', message: 'Database connection failed' })
  // The late result harms nobody, and neither does a late failure.
  await end(0)
  const again = failureOf(ask('a'))
  await again
  await fail(1, new Error('too late to be told'))
})

it('a request that has no time left is answered at once, and Node has nothing to warn of', async () => {
  const warned = vi.spyOn(process, 'emitWarning')
  onTestFinished(() => warned.mockRestore())
  const { askLate } = byHand({ deadlineMs: 5 })
  expect(await failureOf(askLate('a', 60_000))).toMatchObject({ kind: 'query' })
  expect(warned).not.toHaveBeenCalled()
})

/** Deadlines pass when the test says so. */
function timeByHand() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

it('what a request has waited before counts, and those that share with it keep their own time', async () => {
  timeByHand()
  const { ask, askLate, end } = byHand({ deadlineMs: 100 })
  const busy = ask('a')
  const [early, late] = [ask('b'), failureOf(askLate('b', 60))]
  vi.advanceTimersByTime(40)
  expect(await late).toMatchObject({ kind: 'connection' })
  await end(0)
  await end(1, 'in time')
  expect([await busy, await early]).toEqual(['result 0', 'in time'])
})

it('a question that nobody waits for any more is not computed and holds no place', async () => {
  timeByHand()
  const { ask, end, startedKeys } = byHand({ deadlineMs: 100, queue: 1 })
  const given = [failureOf(ask('a')), failureOf(ask('b'))]
  vi.advanceTimersByTime(100)
  await Promise.all(given)
  // The place of b is free, although no computation has ended.
  const next = ask('c')
  await end(0)
  expect(startedKeys()).toEqual(['a', 'c'])
  await end(1, 'in time')
  expect(await next).toBe('in time')
})

it('a question whose clients have all left gives up its place at once', async () => {
  const { ask, askAndLeave, end, startedKeys } = byHand({ queue: 1 })
  const busy = ask('a')
  const clients = [askAndLeave('b'), askAndLeave('b')]
  const left = clients.map(({ answer }) => expect(answer).rejects.toBeInstanceOf(ClientGone))
  clients[0]?.leave()
  await left[0]
  expect((await failureOf(ask('c'))).kind).toBe('connection')
  clients[1]?.leave()
  await left[1]
  const next = ask('c')
  await end(0)
  await end(1)
  expect([await busy, await next]).toEqual(['result 0', 'result 1'])
  expect(startedKeys()).toEqual(['a', 'c'])
})

it('who leaves after its deadline, or when its computation has begun, takes nothing from the others', async () => {
  timeByHand()
  const { ask, askAndLeave, end, startedKeys } = byHand({ deadlineMs: 100 })
  const [running, late] = [askAndLeave('a'), askAndLeave('b')]
  const told = failureOf(late.answer)
  const [a, b] = [failureOf(running.answer), ask('b')]
  running.leave()
  vi.advanceTimersByTime(60)
  const other = ask('b')
  vi.advanceTimersByTime(40)
  await Promise.all([told, a, failureOf(b)])
  late.leave()
  await end(0)
  expect(startedKeys()).toEqual(['a', 'b'])
  await end(1, 'for the other')
  expect(await other).toBe('for the other')
})

it('a question stays in the queue as long as one of its requests waits', async () => {
  timeByHand()
  const { ask, end, startedKeys } = byHand({ deadlineMs: 100 })
  const early = [failureOf(ask('a')), failureOf(ask('b'))]
  vi.advanceTimersByTime(60)
  const late = ask('b')
  vi.advanceTimersByTime(60)
  await Promise.all(early)
  await end(0)
  expect(startedKeys()).toEqual(['a', 'b'])
  await end(1, 'for the late one')
  expect(await late).toBe('for the late one')
})

it('a computation that hangs gives its place to the next, and still ends for those who wait', async () => {
  const { ask, startedKeys, end } = byHand({ patienceMs: 1 })
  const hanging = ask('a')
  const next = ask('b')
  await expect.poll(startedKeys).toEqual(['a', 'b'])
  await end(1)
  expect(await next).toBe('result 1')
  await end(0)
  expect(await hanging).toBe('result 0')
})

it('no more computations linger than run at once', async () => {
  timeByHand()
  const { ask, startedKeys, end } = byHand({ patienceMs: 10 })
  const answers = ['a', 'b', 'c'].map(ask)
  vi.advanceTimersByTime(10)
  expect(startedKeys()).toEqual(['a', 'b'])
  // The second has lost patience, too; its place stays its own.
  vi.advanceTimersByTime(1_000)
  expect(startedKeys()).toEqual(['a', 'b'])
  await end(0)
  expect(startedKeys()).toEqual(['a', 'b', 'c'])
  await end(1)
  await end(2)
  expect(await Promise.all(answers)).toEqual(['result 0', 'result 1', 'result 2'])
})

it('whoever may linger next does so once, in its turn', async () => {
  timeByHand()
  const { ask, startedKeys, end } = byHand({ atOnce: 2, patienceMs: 10 })
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) void ask(key)
  vi.advanceTimersByTime(10)
  vi.advanceTimersByTime(10)
  expect(startedKeys()).toEqual(['a', 'b', 'c', 'd'])
  // Then c lingers in the place of a, and d in the place of b.
  await end(0)
  expect(startedKeys()).toEqual(['a', 'b', 'c', 'd', 'e'])
  await end(1)
  expect(startedKeys()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

it('what has ended lingers no more, also where it never came to it', async () => {
  timeByHand()
  const { ask, startedKeys, end } = byHand({ patienceMs: 10 })
  for (const key of ['a', 'b']) void ask(key)
  vi.advanceTimersByTime(10)
  vi.advanceTimersByTime(10)
  // The second had to wait for the first to linger no more, and ended before it.
  await end(1)
  await end(0)
  for (const key of ['c', 'd', 'e']) void ask(key)
  vi.advanceTimersByTime(10)
  vi.advanceTimersByTime(10)
  expect(startedKeys()).toEqual(['a', 'b', 'c', 'd'])
})
