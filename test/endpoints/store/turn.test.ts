// Whoever writes takes a turn, on every engine. Several programs at once: test/import/import-processes.test.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { importNamed } from '../../../src/commands/import/import-file.ts'
import { importOptionsOf } from '../../../src/commands/import/import-options.ts'
import { waitingAt } from '../../../src/commands/waiting.ts'
import { engineAt } from '../../../src/database/connect.ts'
import type { WritableTables } from '../../../src/database/schema/import-tables.ts'
import { configOf } from '../../../src/settings/config.ts'
import { inTurn, Locked, PATIENCE } from '../../../src/store/writing/turn.ts'
import { type TestDatabase, temporaryDatabase, temporaryFolder } from '../../support/database.ts'
import { capturedOutput } from '../../support/listening.ts'
import { malwareRun, OPTIONS, sourceOfReports, storeIn } from '../../support/stored.ts'

/** How each engine tells who it is that writes. */
const WHO = { sqlite: 'fuser FILE', postgres: 'pg_stat_activity', mariadb: 'show full processlist' }

/** Another program that has the turn until it is released. */
async function holdTurn({ db }: TestDatabase) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = (db as unknown as Kysely<WritableTables>).transaction().execute(async (other) => {
    await other.updateTable('secdash_import_turn').set({ turn: 1 }).execute()
    held.resolve()
    await released.promise
  })
  const release = async () => {
    released.resolve()
    await done
  }
  onTestFinished(release)
  await held.promise
  return { release }
}

const scans = async ({ db }: TestDatabase) =>
  (await db.selectFrom('malware_scans').select('scan_id').execute()).length

it('whoever comes second waits until the first is done, and says that it waits', async () => {
  const database = await temporaryDatabase('all')
  const { release } = await holdTurn(database)
  const source = sourceOfReports('clamav', [malwareRun(1)])
  let told = 0
  const onWait = () => {
    told++
    void release()
  }
  const patience = { ...PATIENCE, tellMs: 1, onWait }
  const stored = await storeIn(database.url, source, OPTIONS, { patience })
  expect([stored.known, told, await scans(database)]).toEqual([false, 1, 1])
})

it('who waits in vain stores nothing, and may try again', async () => {
  const database = await temporaryDatabase('all')
  const { release } = await holdTurn(database)
  const storeNow = (mostMs: number) =>
    storeIn(database.url, sourceOfReports('clamav', [malwareRun(1)]), OPTIONS, {
      patience: { ...PATIENCE, mostMs },
    })
  const failure = await storeNow(20).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Locked)
  expect(failure).toMatchObject({
    message: expect.stringMatching(
      new RegExp(
        ` cannot be written: a writer has locked it for 0.02 s. .*${WHO[inject('engine')]}`,
      ),
    ),
  })
  await release()
  expect(await scans(database)).toBe(0)
  await storeNow(60_000)
  expect(await scans(database)).toBe(1)
})

it('a turn that comes when its wait was over is not taken', async () => {
  const coming = Promise.withResolvers<void>()
  const told: string[] = []
  const attempt = async (hasTurn: () => void) => {
    await coming.promise
    hasTurn()
    told.push('stored')
  }
  const late = () => new Locked('too late')
  const waiting = inTurn({ ...PATIENCE, mostMs: 1 }, { isLock: () => true, late }, attempt)
  await expect(waiting).rejects.toThrow('too late')
  coming.resolve()
  await new Promise(setImmediate)
  expect(told).toEqual([])
})

it('a file that waits in vain is refused, so that the next one is tried', async () => {
  const database = await temporaryDatabase('all')
  const { release } = await holdTurn(database)
  const path = join(temporaryFolder(), 'posture.json')
  const posture = { compliance: 80, redteam: 70, incident: 90, monitoring: 60 }
  writeFileSync(path, JSON.stringify(posture))
  const options = await importOptionsOf({}, configOf({}, {}))
  const importNow = (mostMs: number) =>
    importNamed(
      { kind: 'file', path, size: 1, inFolder: false },
      {
        tool: 'posture',
        engine: engineAt(database.url),
        options,
        terminal: { stderr: {} } as never,
        patience: { ...PATIENCE, mostMs },
      },
    )
  expect(await importNow(20)).toMatchObject({
    tool: 'posture',
    stored: null,
    refused: expect.stringContaining(
      'a writer has locked it for 0.02 s. Wait until the writer is done.',
    ),
  })
  await release()
  expect(await importNow(60_000)).toMatchObject({ refused: null, stored: { known: false } })
})

it.each([
  [true, 'secdash: another program writes to the database; waiting\n'],
  [false, ''],
])('that an import waits is told to a terminal: %s', async (isTTY, said) => {
  const { stream, text } = capturedOutput(isTTY)
  waitingAt({ stderr: stream } as never).onWait()
  expect(await text()).toBe(said)
})
