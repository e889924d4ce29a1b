import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { FAILURES } from '../../src/errors.ts'
import { temporaryFolder } from '../support/database.ts'
import { expectFault, expectGood } from '../support/fault-checks.ts'
import { createDatabase, type Fault } from '../support/faults.ts'
import { servingProcess } from '../support/serving-process.ts'

/** Root may read everything, so as root the service is run as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const FORBIDDEN: Fault = {
  name: 'forbidden',
  error: FAILURES.connection,
  harms: /./,
  async cause(path) {
    chmodSync(path, 0o000)
    return () => chmodSync(path, 0o644)
  },
}

it('a file that may not be read is a failed connection until it may', async () => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const path = join(folder, 'test.db')
  await createDatabase(path, 1)
  // A producer that is connected: nobody could create the log and its index in this folder.
  const producer = new DatabaseSync(path)
  onTestFinished(() => producer.close())
  producer.exec('create table mine (x); drop table mine')
  for (const part of ['-wal', '-shm']) chmodSync(path + part, 0o644)

  const cure = await FORBIDDEN.cause(path)
  const service = await servingProcess(`sqlite:${path}`, NOBODY)
  await expectFault(service, FORBIDDEN)
  expect(service.logged.find(({ msg }) => msg === 'failure')).toMatchObject({
    kind: 'connection',
    user: 'tester',
    detail: expect.stringContaining('unable to open database file'),
  })
  await cure()
  await expectGood(service, 1)
})
