import { expect, it, onTestFinished, vi } from 'vitest'
import { watching } from '../../src/answers/remembering/watching.ts'
import type { Token, Watch } from '../../src/database/watch.ts'

const LONG_MS = 60_000

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A watch whose readings end when the test says so. */
function byHand({ idleMs = null as number | null, patienceMs = LONG_MS, pauseMs = 0 } = {}) {
  const readings: PromiseWithResolvers<Token | null>[] = []
  const opened: string[] = []
  let lost = 0
  let closed = 0
  let refuses = false
  const watch: Watch = {
    read() {
      const reading = Promise.withResolvers<Token | null>()
      readings.push(reading)
      return reading.promise
    },
    close: () => void closed++,
  }
  const openWatch = async (origin: string) => {
    opened.push(origin)
    if (refuses) throw new Error('refused')
    return { ...watch }
  }
  const watched = watching(
    { openWatch, idleMs },
    { patienceMs, pauseMs, onLost: () => void lost++ },
  )
  return {
    ...watched,
    readings,
    opened,
    lost: () => lost,
    closed: () => closed,
    refuse: (it: boolean) => {
      refuses = it
    },
    async begin() {
      watched.saw('here')
      await turn()
    },
    /** Ends the nth reading, once it was begun. */
    async end(nth: number, version: string | null) {
      while (readings[nth] === undefined) await turn()
      readings[nth].resolve(version === null ? null : { origin: 'here', version })
      await turn()
    },
  }
}

it('knows nothing before something was read', async () => {
  const { token, readings, saw, opened } = byHand()
  saw(null)
  expect(await token()).toBeNull()
  expect(readings).toEqual([])
  expect(opened).toEqual([])
})

it('one reading serves all that asked before it was begun; later ones wait for the next', async () => {
  const { begin, token, end, readings } = byHand()
  await begin()
  const before = [token(), token(), token()]
  await turn()
  await turn()
  expect(readings).toHaveLength(1)
  const after = [token(), token()]
  await turn()
  expect(readings).toHaveLength(1)
  await end(0, '1')
  await end(1, '2')
  expect(readings).toHaveLength(2)
  expect(new Set(await Promise.all(before)).size).toBe(1)
  expect(await Promise.all(after)).toEqual([
    { origin: 'here', version: '2' },
    { origin: 'here', version: '2' },
  ])
})

it('one that asks alone is served by a reading of its own, begun at once', async () => {
  const { begin, token, tokenAtOnce, end, readings } = byHand()
  await begin()
  const together = token()
  const alone = tokenAtOnce()
  await Promise.resolve()
  expect(readings).toHaveLength(1)
  await turn()
  await turn()
  // They share a connection, so the other one waits.
  expect(readings).toHaveLength(1)
  await end(0, '1')
  await end(1, '1')
  expect(await alone).toEqual({ origin: 'here', version: '1' })
  expect(await together).toBe(await alone)
})

it('however many ask alone while one is being read, one more reading serves them all', async () => {
  const { begin, token, tokenAtOnce, end, readings } = byHand()
  await begin()
  const first = tokenAtOnce()
  await turn()
  const later = [tokenAtOnce(), token(), tokenAtOnce(), tokenAtOnce()]
  await turn()
  expect(readings).toHaveLength(1)
  await end(0, '1')
  await end(1, '2')
  expect(await first).toEqual({ origin: 'here', version: '1' })
  expect(new Set(await Promise.all(later)).size).toBe(1)
  expect(readings).toHaveLength(2)
})

it('a watch that knows at once is believed at once, and its errors lose everything', async () => {
  const told: (Token | null)[] = [{ origin: 'here', version: '1' }, null]
  let lost = 0
  const read = () => {
    const token = told.shift()
    if (token === undefined) throw new Error('gone')
    return token
  }
  const { saw, token, tokenAtOnce } = watching(
    { openWatch: async () => ({ read, close() {} }), idleMs: null },
    { patienceMs: 0, pauseMs: 0, onLost: () => void lost++ },
  )
  expect(await tokenAtOnce()).toBeNull()
  saw('here')
  await turn()
  expect(await tokenAtOnce()).toEqual({ origin: 'here', version: '1' })
  expect(await token()).toBeNull()
  expect(lost).toBe(0)
  expect(await token()).toBeNull()
  expect(lost).toBe(1)
})

it('equal readings give the same object, others another, also when one comes again', async () => {
  const { begin, token, end } = byHand()
  await begin()
  const tokens: unknown[] = []
  for (const [nth, version] of ['1', '1', '2', '1'].entries()) {
    const read = token()
    await end(nth, version)
    tokens.push(await read)
  }
  const [first, second, third, fourth] = tokens
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  expect(fourth).not.toBe(first)
  expect(fourth).toEqual(first)
})

it('an unknown token is null, and nothing is lost by it', async () => {
  const { begin, token, end, lost } = byHand()
  await begin()
  const read = token()
  await end(0, null)
  expect(await read).toBeNull()
  expect(lost()).toBe(0)
})

it('a reading that fails loses everything, and the watch is opened anew', async () => {
  const { begin, token, readings, lost, closed, opened } = byHand()
  await begin()
  const read = token()
  await turn()
  await turn()
  readings[0]?.reject(new Error('gone'))
  expect(await read).toBeNull()
  expect([lost(), closed()]).toEqual([1, 1])
  expect(await token()).toBeNull()
  await begin()
  expect(opened).toHaveLength(2)
})

it('a silent server is given up, and left alone for a while', async () => {
  const { begin, token, lost, opened } = byHand({ patienceMs: 1, pauseMs: LONG_MS })
  await begin()
  expect(await token()).toBeNull()
  expect(lost()).toBe(1)
  await begin()
  expect(opened).toHaveLength(1)
})

it('a watch that cannot be opened is tried again', async () => {
  const { begin, refuse, token, opened } = byHand()
  refuse(true)
  await begin()
  expect(await token()).toBeNull()
  refuse(false)
  await begin()
  expect(opened).toHaveLength(2)
})

it('a watch that cannot be opened is left alone for a while', async () => {
  const { begin, refuse, opened } = byHand({ pauseMs: LONG_MS })
  refuse(true)
  await begin()
  await begin()
  expect(opened).toHaveLength(1)
})

it('what was read or opened before it was let go of counts no more', async () => {
  const { begin, token, end, letGo, saw, closed, lost } = byHand()
  await begin()
  const read = token()
  await turn()
  await turn()
  letGo()
  await end(0, '1')
  expect(await read).toBeNull()
  saw('here')
  letGo()
  await turn()
  expect(closed()).toBe(2)
  expect(await token()).toBeNull()
  expect(lost()).toBe(2)
})

it('a reading that fails after it was let go of loses nothing of the next watch', async () => {
  const { begin, token, letGo, readings, lost, closed } = byHand()
  await begin()
  const before = token()
  await turn()
  await turn()
  letGo()
  await begin()
  readings[0]?.reject(new Error('closed under it'))
  expect(await before).toBeNull()
  expect([lost(), closed()]).toEqual([1, 1])
})

it('a token of before is another one than an equal one of after it was let go of', async () => {
  const { begin, token, end, letGo } = byHand()
  await begin()
  const before = token()
  await end(0, '1')
  letGo()
  await begin()
  const after = token()
  await end(1, '1')
  expect(await after).toEqual(await before)
  expect(await after).not.toBe(await before)
})

it('is opened once, however many answers are read meanwhile', async () => {
  const { saw, opened } = byHand()
  saw('here')
  saw('here')
  await turn()
  saw('here')
  expect(opened).toEqual(['here'])
})

it('lets go by itself when nobody asks', async () => {
  const { begin, lost } = byHand({ idleMs: 1 })
  await begin()
  await expect.poll(lost).toBe(1)
})

it('is kept as long as somebody asks, each for a time of its own', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { begin, token, end, letGo, lost } = byHand({ idleMs: 1_000 })
  await begin()
  vi.advanceTimersByTime(600)
  const read = token()
  await end(0, '1')
  await read
  vi.advanceTimersByTime(600)
  expect(lost()).toBe(0)
  letGo()
  await begin()
  // The time of the one before is up.
  vi.advanceTimersByTime(600)
  expect(lost()).toBe(1)
  vi.advanceTimersByTime(400)
  expect(lost()).toBe(2)
})

it('once closed it stays closed', async () => {
  const { begin, close, opened, closed } = byHand()
  await begin()
  close()
  await begin()
  expect(opened).toHaveLength(1)
  expect(closed()).toBe(1)
})
