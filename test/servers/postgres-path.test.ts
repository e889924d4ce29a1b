// What a PostgreSQL server shows may change without a transaction: by its configuration.
import { expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { engineAt } from '../../src/database/connect.ts'
import { openLine } from '../../src/database/postgres/watch-line.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { RUNNING } from '../../src/database/servers/session.ts'
import { openWatch } from '../../src/database/servers/watch.ts'
import { enginesToTest } from '../support/engines.ts'
import { initPostgres, postgresFolder, postgresServer } from '../support/servers/postgres.ts'
import { runSql } from '../support/servers/sql.ts'

const AT_ONCE = { clock: RUNNING, restMs: 0 }

const available = enginesToTest().includes('postgres')

async function started() {
  const folder = postgresFolder()
  initPostgres(folder)
  // Nobody else writes there: a token changes with each transaction that does.
  const server = await postgresServer(folder, { autovacuum: 'off' })
  onTestFinished(server.destroy)
  await server.start()
  return server
}

it.runIf(available)('another search path is another token', async () => {
  const server = await started()
  const url = server.url('postgres')
  const watch = await openWatch(
    () => openLine(parseAddress(url) as ServerAddress, RUNNING),
    AT_ONCE,
  )
  onTestFinished(watch.close)
  const before = await watch.read()
  expect(await watch.read()).toEqual(before)
  await runSql(url, `alter system set search_path = 'other, public'`, 'select pg_reload_conf()')
  await expect.poll(() => watch.read()).not.toEqual(before)
})

it.runIf(available)('what a session finds as another role is not remembered', async () => {
  const server = await started()
  const url = server.url('postgres')
  const engine = engineAt(url)
  // Along the path "$user", public.
  await runSql(url, 'create role team', 'grant team to postgres', 'create schema postgres')
  await migrate(engine)
  const session = await engine.openSession()
  onTestFinished(() => session.close())
  await runSql(url, 'alter role postgres set role = team')
  const watch = await openWatch(
    () => openLine(parseAddress(url) as ServerAddress, RUNNING),
    AT_ONCE,
  )
  onTestFinished(watch.close)
  const seen = await watch.read()
  expect(seen?.origin).toEqual(expect.any(String))
  expect(await session.origin(TABLE_NAMES)).toEqual(expect.any(String))
  expect(await session.origin(TABLE_NAMES)).not.toBe(seen?.origin)
})

it.runIf(available)('what a session finds along another path is not remembered', async () => {
  const server = await started()
  const url = server.url('postgres')
  const engine = engineAt(url)
  await migrate(engine)
  const opened = async () => {
    const session = await engine.openSession()
    onTestFinished(() => session.close())
    return session
  }
  const before = await opened()
  // Counts for sessions that are opened from now on.
  await runSql(url, 'alter role postgres set search_path = public, other')
  const after = await opened()
  const watch = await openWatch(
    () => openLine(parseAddress(url) as ServerAddress, RUNNING),
    AT_ONCE,
  )
  onTestFinished(watch.close)
  const origin = (await watch.read())?.origin
  expect(await after.origin(TABLE_NAMES)).toBe(origin)
  expect(await before.origin(TABLE_NAMES)).not.toBe(origin)
})
