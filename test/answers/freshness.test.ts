// A short run of what test/long/freshness.ts does at length; and that it would see a mistake.
import { expect, it, onTestFinished } from 'vitest'
import type { Question } from '../../src/answers/questions.ts'
import { boundedMemory, type Memory } from '../../src/answers/remembering/memory.ts'
import { remembering } from '../../src/answers/remembering/remembering.ts'
import { type Watching, watching } from '../../src/answers/remembering/watching.ts'
import { sharing } from '../../src/answers/sharing.ts'
import { startThreads } from '../../src/answers/threads/threads.ts'
import { engineAt } from '../../src/database/connect.ts'
import type { Token } from '../../src/database/watch.ts'
import { ENDPOINTS } from '../../src/http/endpoints.ts'
import { momentOf } from '../../src/time.ts'
import { textOf } from '../support/answer-text.ts'
import { startKind } from '../support/freshness/databases.ts'
import { probe } from '../support/freshness/probes.ts'
import { runFreshness } from '../support/freshness/run.ts'

const MINUTES = 60_000
const LONG_MS = 60_000
const PROBES = 500
/** Far more than it takes to see a mistake. */
const MANY = 20_000

it.each(['sqlite-wal', 'sqlite-rollback'] as const)(
  '%s: every answer shows what was committed before it was asked',
  { timeout: 5 * MINUTES },
  async (kind) => {
    const probing = { count: PROBES, seed: 1, clients: 4 }
    const { stale, answered, others } = await runFreshness(kind, probing)
    expect(stale).toEqual([])
    expect(answered).toBeGreaterThan(PROBES / 2)
    expect(others).toBeGreaterThan(0)
  },
)

interface Parts {
  readonly memory: Memory
  readonly watching: Watching
}

/** The service's own parts, put together by the test: rightly or wrongly. */
async function composed(rearranged: (parts: Parts) => Parts) {
  const database = await startKind('sqlite-wal')
  const { url } = database
  const memory = boundedMemory(2 ** 20)
  const watch = watching(engineAt(url), {
    patienceMs: LONG_MS,
    pauseMs: 0,
    onLost: memory.forget,
  })
  const threads = startThreads({
    database: url,
    readers: 2,
    deadlineMs: LONG_MS,
    onThreadError() {},
    onReplaced: watch.letGo,
  })
  onTestFinished(async () => {
    watch.close()
    await threads.close()
    await database.destroy()
  })
  const { recall, answer } = remembering({
    ...rearranged({ memory, watching: watch }),
    compute: threads.compute,
    now: () => momentOf(Date.now(), 'UTC'),
    onComputed() {},
  })
  const share = sharing(answer, {
    atOnce: 2,
    queue: 100,
    deadlineMs: LONG_MS,
    patienceMs: LONG_MS,
  })
  let recalled = 0
  return {
    recalled: () => recalled,
    probed: {
      ...database,
      async ask(url: string) {
        const question = questionOf(url)
        const known = await recall(question)
        if (known !== undefined) recalled++
        return JSON.parse(await textOf(known ?? (await share(question, 0))))
      },
    },
  }
}

function questionOf(url: string): Question {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const endpoint = ENDPOINTS.find(({ path }) => path === pathname)
  if (endpoint === undefined) throw new Error(`no endpoint ${pathname}`)
  return endpoint.question(searchParams)
}

it('the same parts, put together as the service does it, are never stale', async () => {
  const { probed, recalled } = await composed((parts) => parts)
  const { stale, answered } = await probe(probed, { count: PROBES, seed: 2, clients: 4 })
  expect(stale).toEqual([])
  expect(answered).toBe(PROBES)
  // Or nothing would have been shown. How often, the machine decides.
  expect(recalled()).toBeGreaterThan(0)
})

it('a token that was read before the request arrived is seen to be wrong', async () => {
  const { probed } = await composed(({ memory, watching }) => {
    let before: Token | null = null
    const token = async () => {
      const read = watching.token().then((it) => {
        before = it
        return it
      })
      return before ?? read
    }
    return { memory, watching: { ...watching, token, tokenAtOnce: token } }
  })
  const { stale } = await probe(probed, { count: MANY, seed: 3, clients: 4, untilStale: true })
  expect(stale).toHaveLength(1)
})

it('a token that was read after the answer is seen to be wrong', async () => {
  const { probed } = await composed(({ memory, watching }) => ({
    watching,
    memory: {
      ...memory,
      async keep(key, _before, computed, answer) {
        const after = await watching.token()
        if (after !== null) memory.keep(key, after, computed, answer)
      },
    },
  }))
  const { stale } = await probe(probed, { count: MANY, seed: 4, clients: 4, untilStale: true })
  expect(stale).toHaveLength(1)
})
