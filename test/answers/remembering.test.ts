// The order of things, step by step. That it is the right one is shown by test/answers/freshness.test.ts.
import { expect, it } from 'vitest'
import type { Answer } from '../../src/answers/compute.ts'
import type { Question } from '../../src/answers/questions.ts'
import { boundedMemory } from '../../src/answers/remembering/memory.ts'
import { encodeBody } from '../../src/answers/remembering/moving.ts'
import { remembering } from '../../src/answers/remembering/remembering.ts'
import type { Token } from '../../src/database/watch.ts'
import { momentOf } from '../../src/time.ts'
import type { Condition } from '../../src/true-while.ts'

const NOW = Date.UTC(2026, 2, 15, 12, 0, 0)
const MALWARE: Question = { ask: 'malware' }

const tokenOf = (version: string, origin = 'here'): Token => ({ origin, version })

function parts({ limit = 2 ** 20, conditions = [] as Condition[] } = {}) {
  const happened: string[] = []
  const state = {
    token: tokenOf('1') as Token | null,
    origin: 'here' as string | null,
    now: NOW,
    size: 0,
    /** How long a computation takes. */
    tookMs: 0,
  }
  const memory = boundedMemory(limit)
  const read = (how: string) => async () => {
    happened.push(how)
    return state.token
  }
  const { recall, answer } = remembering({
    memory,
    watching: {
      token: read('token'),
      tokenAtOnce: read('token at once'),
      saw: (origin) => happened.push(`saw ${origin}`),
    },
    now: () => momentOf(state.now, 'UTC'),
    onComputed: () => happened.push('told'),
    async compute(question, now): Promise<Answer> {
      happened.push('compute')
      const scans = [{ scan_type: 'clamav', scan_date: '2026-03-14 12:00:00' }]
      const body = {
        number: happened.length,
        fill: 'ä'.repeat(state.size),
        latest_scans: scans,
        last_scan_days: new Map([['clamav', 1]]),
        timestamp: new Date(now.epochSeconds * 1000).toISOString().replace('.000Z', '+00:00'),
      }
      void question
      state.now += state.tookMs
      return { ...encodeBody(body), notices: [], conditions, origin: state.origin }
    },
  })
  const text = (bytes: unknown) => (bytes === undefined ? undefined : String(bytes))
  return {
    state,
    happened,
    memory,
    recall: async (question = MALWARE) => text(await recall(question)),
    answer: async (question = MALWARE) => {
      const bytes = await answer(question)
      if (!(bytes instanceof Uint8Array)) throw new Error('streamed')
      return new TextDecoder().decode(bytes)
    },
  }
}

it('reads the token before it computes, and again before it gives an answer once more', async () => {
  const { answer, recall, happened } = parts()
  const first = await answer()
  // It is its turn: nobody else is waited for.
  expect(happened).toEqual(['token at once', 'compute', 'told', 'saw here'])
  expect(await recall()).toBe(first)
  expect(happened.at(-1)).toBe('token')
  // Those that wait for a computation that turns out to be needless get what is there.
  expect(await answer()).toBe(first)
  expect(happened.filter((it) => it === 'compute')).toHaveLength(1)
})

it('asks for no token where nothing is kept', async () => {
  const { recall, happened } = parts()
  expect(await recall()).toBeUndefined()
  expect(happened).toEqual([])
})

it.each([
  ['another version', { token: tokenOf('2') }],
  ['an equal one of another watch', { token: tokenOf('1') }],
])('forgets an answer when the token is %s', async (_, change) => {
  const { answer, recall, state, memory } = parts()
  await answer()
  Object.assign(state, change)
  expect(await recall()).toBeUndefined()
  expect(memory.has(JSON.stringify(MALWARE))).toBe(false)
})

it('gives nothing while the token is not known, and keeps what it has', async () => {
  const { answer, recall, state } = parts()
  const token = state.token
  const first = await answer()
  state.token = null
  expect(await recall()).toBeUndefined()
  expect(await answer()).not.toBe(first)
  state.token = token
  expect(await recall()).toBe(first)
})

it.each([null, 'elsewhere'])('keeps nothing that was read from %s', async (origin) => {
  const { answer, recall, state, happened } = parts()
  state.origin = origin
  await answer()
  expect(await recall()).toBeUndefined()
  expect(happened.at(-1)).toBe(`saw ${origin}`)
})

it('writes what moves with the clock when it is sent', async () => {
  const { answer, recall, state } = parts()
  state.size = 3
  const first = await answer()
  state.now = NOW + 86_400_000 / 2
  const later = await recall()
  expect(JSON.parse(later ?? '')).toEqual({
    ...JSON.parse(first),
    last_scan_days: { clamav: 1.5 },
    timestamp: '2026-03-16T00:00:00+00:00',
  })
  // And no other byte.
  const still = (text: string | undefined) =>
    text?.replace(/"last_scan_days":\{[^}]*\}|"timestamp":"[^"]*"/g, '')
  expect(still(later)).toBe(still(first))
})

it('an answer that took a while is of the moment at which it was begun', async () => {
  const { answer, recall, state } = parts()
  state.tookMs = 2_000
  expect(await answer()).toContain('2026-03-15T12:00:00+00:00')
  expect(await recall()).toContain('2026-03-15T12:00:02+00:00')
})

const window = (oldest: string | null): Condition => ({
  since: '2026-02-13 12:00:00',
  days: 30,
  oldest,
})

it('an answer ends when the oldest row leaves its window', async () => {
  const { answer, recall, state } = parts({ conditions: [window('2026-02-13 12:00:05')] })
  await answer()
  state.now = NOW + 5_000
  expect(await recall()).toBeDefined()
  state.now = NOW + 6_000
  expect(await recall()).toBeUndefined()
})

it('an empty window stays empty', async () => {
  const { answer, recall, state } = parts({ conditions: [window(null)] })
  await answer()
  state.now = NOW + 86_400_000
  expect(await recall()).toBeDefined()
})

it('an answer ends when the clock is put back', async () => {
  const { answer, recall, state } = parts({ conditions: [window(null)] })
  await answer()
  state.now = NOW - 1_000
  expect(await recall()).toBeUndefined()
})

it('an answer that was given again ends when the clock is put back to where it began', async () => {
  const { answer, recall, state } = parts()
  await answer()
  state.now = NOW + 60_000
  expect(await recall()).toContain('2026-03-15T12:01:00+00:00')
  state.now = NOW
  expect(await recall()).toBeUndefined()
})

it('an answer about today ends with the day', async () => {
  const { answer, recall, state } = parts({ conditions: [{ today: '2026-03-15' }] })
  await answer()
  state.now = Date.UTC(2026, 2, 15, 23, 59, 59)
  expect(await recall()).toBeDefined()
  state.now += 1_000
  expect(await recall()).toBeUndefined()
})

it('what was asked for least recently goes first, and what is too large is not kept', async () => {
  const { answer, recall, state } = parts({ limit: 12_000 })
  const server = (name: string): Question => ({ ask: 'compliance.server', name })
  state.size = 1_000
  for (const name of ['a', 'b']) await answer(server(name))
  expect(await recall(server('a'))).toBeDefined()
  await answer(server('c'))
  expect(await recall(server('b'))).toBeUndefined()
  expect(await recall(server('a'))).toBeDefined()
  expect(await recall(server('c'))).toBeDefined()
  state.size = 10_000
  await answer(server('d'))
  expect(await recall(server('d'))).toBeUndefined()
  expect(await recall(server('c'))).toBeDefined()
})

it('room is free again when an answer is kept anew, and when all are forgotten', async () => {
  const { memory } = parts({ limit: 12_000 })
  const moment = momentOf(NOW, 'UTC')
  const token = tokenOf('1')
  const kept = { ...encodeBody({ fill: 'x'.repeat(2_000) }), notices: [], conditions: [] }
  const keep = (key: string) => memory.keep(key, token, moment, { ...kept, origin: 'here' })
  for (const key of ['a', 'b', 'b', 'b']) keep(key)
  expect(memory.has('a')).toBe(true)
  memory.forget()
  expect(memory.has('a')).toBe(false)
  for (const key of ['a', 'b']) keep(key)
  expect(memory.has('a')).toBe(true)
})
