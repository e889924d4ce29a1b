// A file that nobody asks about is not held open: a producer can tidy up its log, and another file
// can take its place. Nor is anything kept of what was read.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import type { Session } from '../../src/database/engine.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { Refusal } from '../../src/errors.ts'
import { isKept } from '../support/collected.ts'
import { temporaryFolder } from '../support/database.ts'
import { createDatabase } from '../support/faults.ts'
import { elsewhere } from '../support/other-process.ts'
import { servingProcess } from '../support/serving-process.ts'

async function databaseFile() {
  const path = join(temporaryFolder(), 'test.db')
  await createDatabase(path, 1)
  return { path, engine: engineAt(`sqlite:${path}`) }
}

/** A producer that comes and goes: the last one to leave takes the files beside it away. */
async function filesAfterAProducer(path: string): Promise<string[]> {
  await elsewhere(path, `sql('create table if not exists mine (x); insert into mine values (1)')`)
  return readdirSync(dirname(path))
}

const MALWARE = '/api/malware.php'
const ALL_THREE = ['test.db', 'test.db-shm', 'test.db-wal']

const read = ({ db }: Session) =>
  db.executeQuery(CompiledQuery.raw('select count(*) as number from malware_scans'))

it('a session has its file open until it is closed, and no longer', async () => {
  const { path, engine } = await databaseFile()
  const session = await engine.openSession()
  await read(session)
  expect(await filesAfterAProducer(path)).toEqual(ALL_THREE)
  await session.close()
  expect(await filesAfterAProducer(path)).toEqual(['test.db'])
})

it('a service that is asked nothing lets go of the file: its threads, and what watches it', async () => {
  const { path } = await databaseFile()
  const service = await servingProcess(`sqlite:${path}`, { readers: 4 })
  for (const url of [MALWARE, MALWARE]) expect((await service.get(url)).status).toBe(200)
  await vi.waitFor(async () => expect(await filesAfterAProducer(path)).toEqual(['test.db']), 30_000)
  expect((await service.get(MALWARE)).status).toBe(200)
})

it('a reader keeps nothing of what it has read', async () => {
  const { engine } = await databaseFile()
  const reader = databaseReader(engine)
  onTestFinished(reader.close)
  const rows = new WeakRef(await reader.read(async () => [{ a: 1 }]))
  expect(await isKept(rows)).toBe(false)
})

it('a reader uses its connection again, also after a refusal: that ends its snapshot, too', async () => {
  const { engine } = await databaseFile()
  let opened = 0
  const openSession = () => {
    opened++
    return engine.openSession()
  }
  const reader = databaseReader({ ...engine, openSession })
  onTestFinished(reader.close)
  const refuse = () => Promise.reject(new Refusal('serverNotFound'))
  await reader.read(async () => {})
  await expect(reader.read(refuse)).rejects.toThrow('Server not found')
  await reader.read(async () => {})
  expect(opened).toBe(1)
})

async function watchedFile() {
  const { path, engine } = await databaseFile()
  const session = await engine.openSession()
  onTestFinished(() => session.close())
  await read(session)
  const origin = (await session.origin(TABLE_NAMES)) as string
  const watch = await engine.openWatch?.(origin)
  onTestFinished(() => watch?.close())
  expect(await watch?.read()).toMatchObject({ origin })
  return { path, watch }
}

it('a watch touches nothing more once another file has the path', async () => {
  const { path, watch } = await watchedFile()
  await createDatabase(`${path}.new`, 2)
  renameSync(`${path}.new`, path)
  expect(() => watch?.read()).toThrow(/another file took the place/)
})

it('nor once the files beside it are others', async () => {
  const { path, watch } = await watchedFile()
  rmSync(`${path}-shm`)
  expect(existsSync(path)).toBe(true)
  expect(() => watch?.read()).toThrow(/another file took the place/)
})
