// The service's own parts in this process, put together as the service does it or wrongly, and asked
// while their database is changed.
import type { Question } from '../../../src/answers/questions.ts'
import { boundedMemory, type Memory } from '../../../src/answers/remembering/memory.ts'
import { remembering } from '../../../src/answers/remembering/remembering.ts'
import { type Watching, watching } from '../../../src/answers/remembering/watching.ts'
import { sharing } from '../../../src/answers/sharing.ts'
import { startThreads } from '../../../src/answers/threads/threads.ts'
import { engineAt } from '../../../src/database/connect.ts'
import type { Engine } from '../../../src/database/engine.ts'
import { ENDPOINTS } from '../../../src/http/endpoints.ts'
import { momentOf } from '../../../src/time.ts'
import { textOf } from '../answer-text.ts'
import type { FreshnessDatabase } from './databases.ts'
import type { Probed } from './probes.ts'

const LONG_MS = 60_000

export interface Parts {
  readonly memory: Memory
  readonly watching: Watching
}

export interface Composed {
  readonly probed: Probed
  /** How many answers came from memory. */
  recalled(): number
  close(): Promise<void>
}

export function composed(
  database: FreshnessDatabase,
  {
    rearranged = (parts: Parts) => parts,
    openWatch = engineAt(database.url).openWatch,
  }: { rearranged?: (parts: Parts) => Parts; openWatch?: Engine['openWatch'] } = {},
): Composed {
  const { url } = database
  const memory = boundedMemory(2 ** 20)
  const watch = watching(
    { openWatch, idleMs: engineAt(url).idleMs },
    { patienceMs: LONG_MS, pauseMs: 0, onLost: memory.forget },
  )
  const threads = startThreads({
    database: url,
    readers: 2,
    deadlineMs: LONG_MS,
    onThreadError() {},
    onReplaced: watch.letGo,
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
    async close() {
      watch.close()
      await threads.close()
    },
  }
}

function questionOf(url: string): Question {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const endpoint = ENDPOINTS.find(({ path }) => path === pathname)
  if (endpoint === undefined) throw new Error(`no endpoint ${pathname}`)
  return endpoint.question(searchParams)
}
