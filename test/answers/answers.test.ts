import { expect, it, onTestFinished } from 'vitest'
import type { Answers } from '../../src/answers/answers.ts'
import { directAnswers } from '../../src/answers/direct.ts'
import type { Question } from '../../src/answers/questions.ts'
import { servingAnswers } from '../../src/answers/serving.ts'
import type { Notice } from '../../src/database/snapshot.ts'
import { Failure, Refusal, UsageError } from '../../src/errors.ts'
import { ClientGone } from '../../src/http/sending.ts'
import { textOf as wholeText } from '../support/answer-text.ts'
import { temporaryDatabase } from '../support/database.ts'
import { complianceScan, malwareScan, posture } from '../support/rows.ts'
import { NOW } from '../support/service.ts'
import { fileWithoutLog, stuckReader } from '../support/stuck-reader.ts'

const QUESTIONS: readonly Question[] = [
  { ask: 'malware' },
  { ask: 'posture', days: 30 },
  { ask: 'compliance.summary' },
  { ask: 'compliance.server', name: 'web-01' },
  { ask: 'compliance.findings', severity: null, category: null, server: null },
  { ask: 'compliance.categories' },
  { ask: 'compliance.history', server: null, days: 30 },
]

function over(database: string, clock = () => NOW) {
  const notices: Notice[] = []
  const options = {
    database,
    timezone: 'UTC',
    clock,
    onNotice: (notice: Notice) => notices.push(notice),
  }
  const serving = (deadlineMs = 30_000, queue = 10) =>
    servingAnswers({
      ...options,
      readers: 2,
      queue,
      deadlineMs,
      memoryBytes: 2 ** 20,
      onThreadError: (error) => {
        throw error
      },
    })
  return {
    notices,
    direct: () => closedAfterwards(directAnswers({ ...options, deadlineMs: 30_000 })),
    serving: (deadlineMs?: number, queue?: number) => closedAfterwards(serving(deadlineMs, queue)),
  }
}

function closedAfterwards(answers: Answers): Answers {
  onTestFinished(() => answers.close())
  return answers
}

const textOf = async (answer: ReturnType<Answers['answer']>) => wholeText(await answer)

async function filledDatabase() {
  const database = await temporaryDatabase()
  await database.insert('malware_scans', malwareScan(), malwareScan({ scan_type: 'rkhunter' }))
  await database.insert('compliance_scans', complianceScan())
  await database.insert('posture_scores', posture())
  return database
}

it('a question that no thread was up for has touched no database: it is told so', async () => {
  const { url } = await filledDatabase()
  // No thread starts in that time.
  const { answer } = over(url).serving(1)
  await expect(answer({ ask: 'malware' })).rejects.toMatchObject({
    kind: 'connection',
    text: 'no reader became free within 0.001 s',
  })
})

it('threads answer every question with the same bytes as the direct way', async () => {
  const { url } = await filledDatabase()
  const { direct, serving } = over(url)
  const [one, other] = [direct(), serving()]
  for (const question of QUESTIONS) {
    const text = await textOf(one.answer(question))
    expect(JSON.parse(text)).toHaveProperty('timestamp')
    expect(await textOf(other.answer(question))).toBe(text)
  }
})

it.each(['direct', 'serving'] as const)('%s answers refuse an unknown server', async (way) => {
  const { url } = await filledDatabase()
  const answers = over(url)[way]()
  const refused = answers.answer({ ask: 'compliance.server', name: 'nowhere' })
  await expect(refused).rejects.toBeInstanceOf(Refusal)
  // And the connection is as good as before.
  await answers.answer({ ask: 'compliance.server', name: 'web-01' })
})

it.each(['direct', 'serving'] as const)('%s answers fail without a database', async (way) => {
  const { url } = await temporaryDatabase()
  const answer = over(`${url}.missing`)[way]().answer({ ask: 'malware' })
  await expect(answer).rejects.toBeInstanceOf(Failure)
  await expect(answer).rejects.toMatchObject({ kind: 'connection' })
})

it('data that is left out is told once a computation, however many share it', async () => {
  const { url, insert } = await temporaryDatabase()
  await insert('malware_scans', malwareScan({ summary: 'no JSON' }))
  const { serving, notices } = over(url)
  const answers = serving()
  // The first is computed alone; the other three have arrived before the second computation.
  const question: Question = { ask: 'malware' }
  const bodies = Array.from({ length: 4 }, () => textOf(answers.answer(question)))
  expect(new Set(await Promise.all(bodies)).size).toBe(1)
  expect(notices).toHaveLength(2)
  expect(notices[0]).toMatchObject({ where: 'malware_scans.summary of scan 1' })
})

it('the clock is read once a computation, when it starts', async () => {
  const { url } = await filledDatabase()
  let readings = 0
  const { serving } = over(url, () => NOW + 1000 * readings++)
  const answers = serving()
  const asked = Array.from({ length: 3 }, () => textOf(answers.answer({ ask: 'malware' })))
  const stamps = (await Promise.all(asked)).map((text) => JSON.parse(text).timestamp)
  expect(stamps).toEqual([
    '2026-03-15T12:00:00+00:00',
    '2026-03-15T12:00:01+00:00',
    '2026-03-15T12:00:01+00:00',
  ])
  expect(readings).toBe(2)
})

it('an address of no known engine is an error of usage', () => {
  const { direct } = over('oracle:somewhere')
  expect(direct).toThrow(UsageError)
})

it('histories of all servers that wait for each other hold back nothing else', async () => {
  const { url, path } = await fileWithoutLog()
  const { answer } = over(url).serving()
  let ended = 0
  const ask = (days: number) =>
    answer({ ask: 'compliance.history', server: null, days }).finally(() => {
      ended += 1
    })
  const first = await stuckReader(path, () => ask(1))
  const others = [2, 3, 4, 5, 6].map(ask)
  await textOf(answer({ ask: 'posture', days: 30 }))
  expect(ended).toBe(0)
  first.release()
  await Promise.allSettled([first.answer, ...others])
})

it('a client that leaves while its question waits gives up the place in the queue', async () => {
  const { url, path } = await fileWithoutLog()
  const { answer } = over(url).serving(30_000, 1)
  const ask = (days: number) => answer({ ask: 'compliance.history', server: null, days })
  const first = await stuckReader(path, () => ask(1))
  const { promise: gone, reject: leave } = Promise.withResolvers<never>()
  const leaving = answer({ ask: 'compliance.history', server: null, days: 2 }, () => gone)
  await expect(ask(3)).rejects.toMatchObject({ kind: 'connection' })
  leave(new ClientGone())
  await expect(leaving).rejects.toBeInstanceOf(ClientGone)
  const next = ask(4)
  first.release()
  await Promise.allSettled([first.answer])
  expect(JSON.parse(await textOf(next))).toMatchObject({ days: 4 })
})
