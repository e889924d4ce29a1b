import { DatabaseSync } from 'node:sqlite'
import type { KyselyPlugin } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { bodyOf, type Question } from '../../src/answers/questions.ts'
import { engineAt } from '../../src/database/connect.ts'
import type { Snapshot } from '../../src/database/snapshot.ts'
import { ENDPOINTS } from '../../src/http/endpoints.ts'
import { encodeJson } from '../../src/json.ts'
import { momentOf } from '../../src/time.ts'
import { temporaryDatabase } from '../support/database.ts'
import { problemsOf } from '../support/generation-check.ts'
import { moveTo } from '../support/generations.ts'
import { inSnapshot } from '../support/in-snapshot.ts'
import { URLS } from '../support/one-moment-run.ts'

/** Moves the data on by a generation after every single statement that a reader asks. */
async function movingDatabase() {
  const { url, path } = await temporaryDatabase()
  const writer = new DatabaseSync(path)
  const now = Date.now()
  let g = 1
  moveTo(g, writer, now)
  const movesOn: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      moveTo(++g, writer, now)
      return result
    },
  }
  const engine = engineAt(url)
  const session = await engine.openSession()
  onTestFinished(async () => {
    await session.close()
    writer.close()
  })
  return { engine, db: session.db.withPlugin(movesOn), now: momentOf(now, 'UTC') }
}

function questionOf(url: string): Question {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const endpoint = ENDPOINTS.find(({ path }) => path === pathname)
  if (endpoint === undefined) throw new Error(`no endpoint ${pathname}`)
  return endpoint.question(searchParams)
}

const notice = () => {}
const trueWhile = () => {}
const sent = (body: object) => JSON.parse(encodeJson(body))

it.each(URLS)(
  '%s is read in one moment, though the data moves after every statement',
  async (url) => {
    const { engine, db, now } = await movingDatabase()
    const read = (snapshot: Snapshot) => bodyOf(snapshot, questionOf(url), now, trueWhile)
    expect(problemsOf(url, sent(await inSnapshot(engine, db, notice, read)))).toEqual([])
  },
)

/** The others ask a single statement, which is one moment in any case. */
const ASK_MORE_THAN_ONCE = URLS.filter((url) =>
  /malware|posture|action=(server|findings)/.test(url),
)

// What proves that the check above can fail: the same readers without the one transaction.
it.each(ASK_MORE_THAN_ONCE)('%s without a snapshot is seen to be torn', async (url) => {
  const { engine, db, now } = await movingDatabase()
  const snapshot: Snapshot = { db: db as never, engine: engine.expressions, notice }
  const problems = problemsOf(url, sent(await bodyOf(snapshot, questionOf(url), now, trueWhile)))
  expect(problems).not.toEqual([])
})
