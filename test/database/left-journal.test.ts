// A reader outside of WAL mode that finds a journal of a writer, dead or not.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { computeWith } from '../../src/answers/compute.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { sqliteEngine } from '../../src/database/sqlite/engine.ts'
import { momentOf } from '../../src/time.ts'
import { check } from '../support/check.ts'
import { temporaryFolder } from '../support/database.ts'
import { beginJournal, createTorn, TORN, tear } from '../support/left-journal.ts'
import { elsewhere } from '../support/other-process.ts'
import { secdash } from '../support/terminal.ts'

const NOW = momentOf(Date.now(), 'UTC')
const QUESTION = { ask: 'posture', days: 1 } as const

async function wholeFile(): Promise<string> {
  const path = join(temporaryFolder(), 'x.db')
  await createTorn(path)
  return path
}

/** What a reader does whose pauses do this. */
function asking(path: string, pause: (ms: number) => void) {
  const reader = databaseReader(sqliteEngine(path, pause))
  onTestFinished(() => reader.close())
  const compute = computeWith(reader, { asksOrigin: true })
  return { ask: () => compute(QUESTION, NOW), close: reader.close }
}

it('a journal that is gone at the second look fails no answer, over a new connection or the same again', async () => {
  const path = await wholeFile()
  let pauses = 0
  const { ask } = asking(path, () => {
    pauses++
    rmSync(`${path}-journal`)
  })
  for (const round of [1, 2]) {
    await beginJournal(path)
    await ask()
    expect(pauses).toBe(round)
  }
})

it('one that stays is waited for as long as a lock, and then a failed query', async () => {
  const path = await wholeFile()
  await beginJournal(path)
  const pauses: number[] = []
  const { ask } = asking(path, (ms) => pauses.push(ms))
  await expect(ask()).rejects.toMatchObject({
    kind: 'query',
    text: 'attempt to write a readonly database',
    code: 'SQLITE 776',
  })
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(250)
})

it.each([
  ['secdash migrate', (path: string) => secdash(['migrate', '--database', `sqlite:${path}`])],
  [
    'any program that may write',
    (path: string) => elsewhere(path, `sql('select 1 from sqlite_schema')`),
  ],
])(
  'that a writer was ended in the middle is told, and %s takes back what it left',
  async (_, cure) => {
    const path = await wholeFile()
    await tear(path)
    const { only } = await check(`sqlite:${path}`)
    const { problem, fix } = only('unreachable')
    expect(problem).toMatch(/^a writer was ended in the middle/)
    expect(fix).toContain('secdash migrate')
    await cure(path)
    const { found } = await check(`sqlite:${path}`)
    expect(found.filter((it) => it.startsWith('problem'))).toEqual([])
    const db = new DatabaseSync(path)
    onTestFinished(() => db.close())
    expect(db.prepare(`${TORN} limit 1`).all()).toEqual([])
  },
)

it('no other failure is waited for', async () => {
  const path = await wholeFile()
  const { ask } = asking(path, () => expect.unreachable())
  await expect(ask()).resolves.toBeDefined()
  rmSync(path)
  await expect(ask()).rejects.toMatchObject({ kind: 'connection' })
})

it('whoever watches the file goes on: for a moment it is not known whether anything changed', async () => {
  const path = await wholeFile()
  const engine = sqliteEngine(path)
  const session = await engine.openSession()
  onTestFinished(() => session.close())
  const watch = await engine.openWatch?.((await session.origin(TABLE_NAMES)) as string)
  onTestFinished(() => watch?.close())
  expect(await watch?.read()).not.toBeNull()
  await beginJournal(path)
  expect(await watch?.read()).toBeNull()
  rmSync(`${path}-journal`)
  expect(await watch?.read()).not.toBeNull()
})
