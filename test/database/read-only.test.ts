// The service cannot write: not through its connection, and not by answering.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { expectGood } from '../support/fault-checks.ts'
import { createDatabase } from '../support/faults.ts'
import { moveTo } from '../support/generations.ts'
import { inSnapshot } from '../support/in-snapshot.ts'
import { malwareScan } from '../support/rows.ts'
import { EVERY_URL, startService } from '../support/started-service.ts'

const REQUESTS = 200

/** Content and times of a file. Another process reads it: this one would lose SQLite's locks. */
const fingerprint = (path: string): string =>
  execFileSync(process.execPath, [
    '-e',
    `const fs = require('node:fs'), path = process.argv[1], { mtimeMs, ino, mode } = fs.statSync(path)
    console.log(require('node:crypto').hash('sha256', fs.readFileSync(path)), mtimeMs, ino, mode)`,
    path,
  ]).toString()

/** A database with a producer that has not yet moved its last rows from the log into the file. */
async function databaseWithLog() {
  const path = join(temporaryFolder(), 'test.db')
  await createDatabase(path, 1)
  const producer = new DatabaseSync(path)
  onTestFinished(() => producer.close())
  moveTo(2, producer, Date.now())
  return { path, fingerprints: () => [fingerprint(path), fingerprint(`${path}-wal`)] }
}

it(`the service has changed nothing after ${REQUESTS} requests`, async () => {
  const { path, fingerprints } = await databaseWithLog()
  const before = fingerprints()
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  for (let i = 0; i < REQUESTS; i++) {
    const { status } = await service.get(EVERY_URL[i % EVERY_URL.length] as string)
    expect(status).toBe(200)
  }
  expect(fingerprints()).toEqual(before)
  await service.stop()
  expect(fingerprints()).toEqual(before)
  expect(readdirSync(dirname(path))).toEqual(['test.db', 'test.db-shm', 'test.db-wal'])
})

it('the service leaves the log alone, even beside a file that is empty', async () => {
  const { path } = await databaseWithLog()
  const before = fingerprint(`${path}-wal`)
  renameSync(path, `${path}.away`)
  writeFileSync(path, '')
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  expect(await service.get('/api/malware.php')).toMatchObject({ status: 500 })
  expect(fingerprint(`${path}-wal`)).toBe(before)
  renameSync(`${path}.away`, path)
  await expectGood(service, 2)
})

it('the service never creates the database, its folder, or anything else', async () => {
  const folder = temporaryFolder()
  for (const path of [join(folder, 'missing.db'), join(folder, 'no-such-folder', 'missing.db')]) {
    const service = await startService(`sqlite:${path}`, { readers: '2' })
    for (const url of EVERY_URL) {
      expect(await service.get(url)).toEqual({
        status: 500,
        body: { error: 'Database connection failed' },
      })
    }
    await service.stop()
    expect(existsSync(path)).toBe(false)
  }
  expect(readdirSync(folder)).toEqual([])
})

async function session() {
  const { url, path } = await temporaryDatabase()
  const engine = engineAt(url)
  const opened = await engine.openSession()
  onTestFinished(() => opened.close())
  const run = (text: string) => opened.db.executeQuery(CompiledQuery.raw(text))
  return { engine, db: opened.db, path, run }
}

it('SQLite refuses a write through the session that readers have', async () => {
  const { db, run } = await session()
  const refused = /attempt to write a readonly database/
  await expect(db.insertInto('malware_scans').values(malwareScan()).execute()).rejects.toThrow(
    refused,
  )
  for (const write of [
    'delete from malware_scans',
    "update malware_scans set status = 'x'",
    'create table mine (x)',
    'create index mine on malware_scans (status)',
    'drop table malware_scans',
    'pragma user_version = 7',
    'vacuum',
  ]) {
    await expect(run(write), write).rejects.toThrow(refused)
  }
})

it('the file is opened for reading, so that switching one guard off does not help', async () => {
  const { db, run } = await session()
  expect((await run('pragma query_only')).rows).toEqual([{ query_only: 1 }])
  await run('pragma query_only = off')
  await expect(db.deleteFrom('malware_scans').execute()).rejects.toThrow(/readonly database/)
})

it('a session opens no other file for writing either', async () => {
  const { path, run } = await session()
  const other = `${path}.other`
  await expect(run(`attach '${other}' as other`)).rejects.toThrow(/unable to open/)
  expect(existsSync(other)).toBe(false)
})

it('readers are handed a type that cannot write', async () => {
  const { engine, db } = await session()
  await inSnapshot(
    engine,
    db,
    () => {},
    async (snapshot) => {
      // @ts-expect-error a reader that inserts does not compile
      const insert = () => snapshot.db.insertInto('malware_scans').values(malwareScan()).execute()
      // @ts-expect-error nor one that deletes
      const erase = () => snapshot.db.deleteFrom('malware_scans').execute()
      // @ts-expect-error nor one that changes tables
      const drop = () => snapshot.db.schema.dropTable('malware_scans')
      expect([insert, erase, drop]).toHaveLength(3)
      expect(await snapshot.db.selectFrom('malware_scans').selectAll().execute()).toEqual([])
    },
  )
})
