import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from './support/database.ts'
import { expectGood } from './support/fault-checks.ts'
import { createDatabase, elsewhere, emptyLog } from './support/faults.ts'
import { generationsIn, problemsOf } from './support/generation-check.ts'
import { servingProcess } from './support/serving-process.ts'
import { EVERY_URL, startService } from './support/started-service.ts'
import { startWriter } from './support/writer-process.ts'

async function databaseFile(): Promise<string> {
  const path = join(temporaryFolder(), 'test.db')
  await createDatabase(path, 1)
  return path
}

const WRITES = `sql('create table if not exists mine (x); insert into mine values (1)')`

it('a log that was left behind by a replaced file is forgotten once it is removed', async () => {
  const path = await databaseFile()
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  const askAll = () => Promise.all(EVERY_URL.map((url) => service.get(url)))
  await askAll()
  // A producer that is not the last to leave leaves its log behind.
  await elsewhere(path, WRITES)
  await askAll()
  await createDatabase(`${path}.new`, 2)
  await elsewhere(path, `fs.renameSync(path + '.new', path)`)
  // What SQLite makes of a file with the log of another is anything, but nothing that lasts.
  await askAll()
  await elsewhere(path, `for (const part of ['-wal', '-shm']) fs.rmSync(path + part)`)
  await expectGood(service, 2)
  const writer = await startWriter(`sqlite:${path}`)
  await expectGood(service, await writer.stop())
})

const REPLACEMENTS = 40

it('no response is torn or stale, and the service lives on, while its file is replaced and written to', async () => {
  const path = await databaseFile()
  const service = await servingProcess(`sqlite:${path}`, { readers: 4 })
  let placed = 1
  let isOver = false
  const problems: string[] = []

  async function client(offset: number) {
    for (let i = offset; !isOver; i++) {
      const url = EVERY_URL[i % EVERY_URL.length] as string
      const due = placed
      const { status, body } = await service.get(url)
      const wrong = status === 200 ? problemsOf(url, body) : [`${status} ${JSON.stringify(body)}`]
      const [g = 0] = generationsIn(body)
      if (g < due) wrong.push(`shows ${g}, ${due} was in place`)
      problems.push(...wrong.map((it) => `${url}: ${it}`))
    }
  }
  const clients = Array.from({ length: 6 }, (_, i) => client(i))
  for (let g = 2; g < 2 + REPLACEMENTS; g++) {
    await createDatabase(`${path}.new`, g)
    // The log is emptied into the file before that is replaced, as it should be.
    await emptyLog(path)
    await elsewhere(path, `fs.renameSync(path + '.new', path)`)
    placed = g
    // Nothing protects a producer from a log that somebody still has open with the old file.
    await expectGood(service, g)
    await elsewhere(path, WRITES)
  }
  isOver = true
  await Promise.all(clients)
  expect(service.ended()).toBeNull()
  expect(problems).toEqual([])
})
