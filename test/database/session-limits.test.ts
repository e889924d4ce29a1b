// How long a session of a server is used, and how long anything on it may take. With real servers it is
// shown in test/servers/renewal.test.ts; here no time has to pass.
import { expect, it } from 'vitest'
import { lifetime, limitsWithin } from '../../src/database/servers/session.ts'

/** A session that was opened at 0, and how it is with it at another second. */
function opened({ earlyMs = 0 } = {}) {
  let now = 0
  const { isDue, isLate, isOver, notRenewed } = lifetime(() => now, earlyMs)
  return {
    notRenewed,
    at(seconds: number) {
      now = seconds * 1_000
      return Object.entries({ isDue, isLate, isOver }).flatMap(([name, is]) => (is() ? [name] : []))
    },
  }
}

it('a session is due after 20 s, which is late', () => {
  const { at } = opened()
  expect(at(19.999)).toEqual([])
  expect(at(20)).toEqual(['isDue', 'isLate'])
})

it('one that may be renewed early is due before it is late', () => {
  const { at } = opened({ earlyMs: 5_000 })
  expect(at(14.999)).toEqual([])
  expect(at(15)).toEqual(['isDue'])
  expect(at(20)).toEqual(['isDue', 'isLate'])
})

it('one that cannot be renewed is tried again each 5 s, is late no more, and over after 20 s', () => {
  const { at, notRenewed } = opened()
  for (const seconds of [20, 25, 30, 35]) {
    expect(at(seconds)).toContain('isDue')
    notRenewed()
    expect(at(seconds + 4.999)).toEqual([])
  }
  expect(at(40)).toEqual(['isDue', 'isOver'])
})

it('a server ends what takes too long before we do, and we do before the request has lost its time', () => {
  expect(limitsWithin()).toEqual(limitsWithin(5_000))
  for (const deadlineMs of [100, 1_000, 5_000, 300_000]) {
    const { catchUpMs, statementMs, answerMs, renewMs } = limitsWithin(deadlineMs)
    const inOrder = [0, catchUpMs, statementMs, answerMs, deadlineMs]
    expect(new Set(inOrder).size).toBe(5)
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
    // What could be done without leaves the rest of the time to the answer.
    expect(renewMs + statementMs).toBeLessThanOrEqual(deadlineMs)
  }
})

it('a new connection has a second at least, and who is idle in a transaction has five', () => {
  expect(limitsWithin(100)).toMatchObject({ connectMs: 1_000, idleInTransactionMs: 5_000 })
  expect(limitsWithin(60_000)).toMatchObject({ connectMs: 12_000, idleInTransactionMs: 60_000 })
})
