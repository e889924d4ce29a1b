import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { expectFault, expectGood } from '../support/fault-checks.ts'
import { createDatabase, emptyLog, FAULTS, LOCKED } from '../support/faults.ts'
import { startLock } from '../support/lock-process.ts'
import { elsewhere } from '../support/other-process.ts'
import { EVERY_URL, startService } from '../support/started-service.ts'

async function databaseFile(): Promise<string> {
  const path = join(temporaryFolder(), 'test.db')
  await createDatabase(path, 1)
  copyFileSync(path, `${path}.copy`)
  return path
}

async function serviceOver(path: string) {
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  return service
}

it.each(FAULTS)(
  'a database file that is $name: the contract’s answer, and good ones again by itself',
  async (fault) => {
    const path = await databaseFile()
    const service = await serviceOver(path)
    await expectGood(service, 1)
    for (let round = 0; round < 2; round++) {
      const cure = await fault.cause(path)
      await expectFault(service, fault)
      await cure()
      await expectGood(service, 1)
    }
  },
)

it('a service that is started over a fault finds the database when it is there', async () => {
  for (const fault of FAULTS.filter(({ name }) => /missing|folder|empty|random/.test(name))) {
    const path = await databaseFile()
    const cure = await fault.cause(path)
    const service = await serviceOver(path)
    await expectFault(service, fault)
    await cure()
    await expectGood(service, 1)
  }
})

it('a file that another process has locked is a failed query until it lets go', async () => {
  const path = await databaseFile()
  const db = new DatabaseSync(path)
  db.exec('pragma journal_mode = delete')
  db.close()
  const service = await serviceOver(path)
  await expectGood(service, 1)
  const release = await LOCKED.cause(path)
  await expectFault(service, LOCKED)
  await release()
  await expectGood(service, 1)
})

it('so is one with a write-ahead log that another process keeps for itself', async () => {
  const path = await databaseFile()
  const service = await serviceOver(path)
  const lock = await startLock(
    path,
    'pragma locking_mode = exclusive; create table mine (x); drop table mine',
  )
  await expectFault(service, LOCKED)
  await lock.release()
  await expectGood(service, 1)
})

it('a file that is replaced while the service runs is read from then on', async () => {
  const path = await databaseFile()
  const service = await serviceOver(path)
  await expectGood(service, 1)
  for (let g = 2; g < 6; g++) {
    await createDatabase(`${path}.${g}`, g)
    await elsewhere(path, `fs.renameSync(path + '.${g}', path)`)
    await expectGood(service, g)
  }
})

it('a file that is overwritten in place is read from then on', async () => {
  const path = await databaseFile()
  const service = await serviceOver(path)
  await expectGood(service, 1)
  for (let g = 2; g < 6; g++) {
    await createDatabase(`${path}.${g}`, g)
    await elsewhere(path, `fs.copyFileSync(path + '.${g}', path)`)
    await expectGood(service, g)
  }
})

it('so is a longer one at once, though idle threads share what they know of the length of the old one', async () => {
  const path = await databaseFile()
  const longer = `${path}.longer`
  let g = 1
  do await createDatabase(longer, ++g)
  while (statSync(longer).size <= statSync(path).size)
  const service = await serviceOver(path)
  const askAll = () => Promise.all(EVERY_URL.map((url) => service.get(url)))
  // Twice, with the same time: what looks like the same state is another one.
  for (let round = 0; round < 2; round++) {
    await elsewhere(path, `fs.copyFileSync(path + '.copy', path)`)
    await askAll()
    // The length is noted where something is written to the log, and stays when it is empty again.
    await elsewhere(path, `sql('update posture_scores set incidents_low = incidents_low + 1')`)
    await askAll()
    await emptyLog(path)
    await elsewhere(path, `fs.copyFileSync(path + '.longer', path); fs.utimesSync(path, 9e8, 9e8)`)
    // One after the other: the threads that are not asked go on with the old one.
    for (const url of EVERY_URL) expect([url, (await service.get(url)).status]).toEqual([url, 200])
    await expectGood(service, g)
  }
})
