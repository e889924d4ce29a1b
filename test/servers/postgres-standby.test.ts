// A PostgreSQL primary with a hot standby: reads go to the standby, and survive the loss of either.
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { ask } from '../support/faults/load.ts'
import { type ServiceProcess, startService } from '../support/faults/service-process.ts'
import { initPostgres, postgresFolder, postgresServer } from '../support/servers/postgres.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'
import { type Standby, standbyOf } from '../support/servers/standby.ts'

let primary: DatabaseServer
let standby: Standby
let service: ServiceProcess
const address = () =>
  `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`

beforeAll(async () => {
  const folder = postgresFolder()
  initPostgres(folder)
  primary = await postgresServer(folder)
  await primary.start()
  await migrate(engineAt(primary.url('postgres')))
  standby = await standbyOf(primary, folder)
  await standby.start()
  service = await startService(address())
})
afterAll(async () => {
  await service.stop()
  await standby.destroy()
  await primary.destroy()
})

/** Which server a new session of the service would read from. */
async function readsFrom(): Promise<'standby' | 'primary'> {
  const session = await engineAt(address()).openSession()
  const { rows } = await session.db.executeQuery<{ standby: boolean }>(
    CompiledQuery.raw('select pg_is_in_recovery() as standby'),
  )
  await session.close()
  return rows[0]?.standby ? 'standby' : 'primary'
}

const good = () =>
  expect
    .poll(async () => (await ask(service.address, '/api/malware.php')).status, { timeout: 20_000 })
    .toBe(200)

it('reads from the standby while there is one', async () => {
  for (let i = 0; i < 5; i += 1) expect(await readsFrom()).toBe('standby')
  await good()
})

it('writes to the primary, and to nothing where only a standby answers', async () => {
  const database = await engineAt(address()).openForWriting()
  const { rows } = await database.executeQuery<{ standby: boolean }>(
    CompiledQuery.raw('select pg_is_in_recovery() as standby'),
  )
  await database.destroy()
  expect(rows).toEqual([{ standby: false }])
  const only = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${standby.port}/postgres`
  await expect(engineAt(only).openForWriting()).rejects.toThrow('a standby cannot be written to')
})

it('shows what was written to the primary once the standby has it', async () => {
  await runSql(
    primary.url('postgres'),
    `insert into malware_scans (scan_type, scan_date, status) values ('clamav', '2026-01-01 00:00:00', 'clean')`,
  )
  await expect
    .poll(async () => (await ask(service.address, '/api/malware.php')).body, { timeout: 20_000 })
    .toMatchObject({ latest_scans: [{ scan_type: 'clamav' }] })
})

it('reads from the primary when the standby is lost, and from the standby when it is back', async () => {
  await standby.stop('SIGKILL')
  expect(await readsFrom()).toBe('primary')
  await good()
  await standby.start()
  expect(await readsFrom()).toBe('standby')
  await good()
})

it('reads from the standby when the primary is lost, and after its promotion', async () => {
  await primary.stop('SIGKILL')
  expect(await readsFrom()).toBe('standby')
  await good()
  await standby.promote()
  expect(await readsFrom()).toBe('primary')
  await good()
})
