import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { expectGood } from '../support/fault-checks.ts'
import { createDatabase } from '../support/faults.ts'
import { moveTo } from '../support/generations.ts'
import { elsewhere } from '../support/other-process.ts'
import { problemsOfReplacements, WRITES } from '../support/replacements.ts'
import { servingProcess } from '../support/serving-process.ts'
import { EVERY_URL, startService } from '../support/started-service.ts'
import { startWriter } from '../support/writer-process.ts'

async function databaseFile(): Promise<string> {
  const path = join(temporaryFolder(), 'test.db')
  await createDatabase(path, 1)
  return path
}

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

it('a file that is written over in place stays hidden behind what is in its log, until that is removed', async () => {
  const path = await databaseFile()
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  await expectGood(service, 1)
  const producer = new DatabaseSync(path)
  onTestFinished(() => {
    if (producer.isOpen) producer.close()
  })
  moveTo(2, producer, Date.now())
  await expectGood(service, 2)
  await createDatabase(`${path}.new`, 3)
  await elsewhere(path, `fs.copyFileSync(path + '.new', path)`)
  // SQLite itself cannot tell, and neither can anybody who asks it.
  await expectGood(service, 2)
  producer.close()
  await elsewhere(
    path,
    `for (const part of ['-wal', '-shm']) fs.rmSync(path + part, { force: true })
    fs.renameSync(path + '.new', path)`,
  )
  await expectGood(service, 3)
})

it('a file that is served by a link has its log beside itself: where that is removed, all is forgotten', async () => {
  const path = await databaseFile()
  const link = join(temporaryFolder(), 'link.db')
  symlinkSync(path, link)
  const service = await startService(`sqlite:${link}`, { readers: '2' })
  onTestFinished(() => service.stop())
  await expectGood(service, 1)
  // It must not have a rest, in which it would let go of the file.
  const asking = setInterval(() => void service.get('/api/malware.php').catch(() => {}), 50)
  onTestFinished(() => clearInterval(asking))
  await elsewhere(path, `for (const part of ['-wal', '-shm']) fs.rmSync(path + part)`)
  const writer = await startWriter(`sqlite:${path}`)
  await expectGood(service, await writer.stop())
})

it('a log that is removed alone, when all of it is in the file, is forgotten', async () => {
  const path = await databaseFile()
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  const asking = setInterval(() => void service.get('/api/malware.php').catch(() => {}), 50)
  onTestFinished(() => clearInterval(asking))
  const changed = async (seconds: number) => {
    await elsewhere(path, `sql('update malware_scans set scan_duration_seconds = ${seconds}')`)
    const { body } = await service.get('/api/malware.php')
    const { scan_stats } = body as { scan_stats: { avg_duration_seconds: number }[] }
    return new Set(scan_stats.map((it) => it.avg_duration_seconds))
  }
  for (const seconds of [1, 2, 3]) await changed(seconds)
  await elsewhere(path, `sql('pragma wal_checkpoint(full)')`)
  // Connections are opened anew where the file has another time.
  for (let i = 0; i < 5; i++) await Promise.all(EVERY_URL.map((url) => service.get(url)))
  await elsewhere(path, `fs.rmSync(path + '-wal')`)
  expect(await changed(4)).toEqual(new Set([4]))
})

it('a file that is written over by one of its size and time is another one', async () => {
  const path = await databaseFile()
  await elsewhere(
    path,
    `fs.copyFileSync(path, path + '.new')
    const copy = new DatabaseSync(path + '.new')
    copy.exec("update malware_scans set scan_type = 'other'; pragma wal_checkpoint(truncate)")
    copy.close()
    for (const name of [path, path + '.new']) fs.utimesSync(name, 1, 1)
    if (fs.statSync(path).size !== fs.statSync(path + '.new').size) throw new Error('another size')`,
  )
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  const types = async () => {
    const { body } = await service.get('/api/malware.php')
    return (body as { latest_scans: { scan_type: string }[] }).latest_scans.map(
      (it) => it.scan_type,
    )
  }
  // By then it is remembered.
  for (let i = 0; i < 5; i++) await types()
  await elsewhere(path, `fs.copyFileSync(path + '.new', path); fs.utimesSync(path, 1, 1)`)
  expect(await types()).toEqual(['other'])
})

const REPLACEMENTS = 40

it('no response is torn or stale, and the service lives on, while its file is replaced and written to', async () => {
  const path = await databaseFile()
  // On a busy machine a thread may take longer to start than an answer may by default.
  const service = await servingProcess(`sqlite:${path}`, { readers: 4, deadlineSeconds: 60 })
  expect(await problemsOfReplacements(path, service, { replacements: REPLACEMENTS })).toEqual({
    problems: [],
    replaced: REPLACEMENTS,
  })
  expect(service.ended()).toBeNull()
})
