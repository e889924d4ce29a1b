// What a PostgreSQL server shows may change without a transaction: by its configuration.
import { expect, it, onTestFinished } from 'vitest'
import { parseAddress, type ServerAddress } from '../../src/address.ts'
import { openWatch } from '../../src/database/postgres/watch.ts'
import { enginesToTest } from '../support/engines.ts'
import { initPostgres, postgresFolder, postgresServer } from '../support/servers/postgres.ts'
import { runSql } from '../support/servers/sql.ts'

it.runIf(enginesToTest().includes('postgres'))('another search path is another token', async () => {
  const folder = postgresFolder()
  initPostgres(folder)
  // Nobody else writes there: a token changes with each transaction that does.
  const server = await postgresServer(folder, { autovacuum: 'off' })
  onTestFinished(server.destroy)
  await server.start()
  const url = server.url('postgres')
  const watch = await openWatch(parseAddress(url) as ServerAddress)
  onTestFinished(watch.close)
  const before = await watch.read()
  expect(await watch.read()).toEqual(before)
  await runSql(url, `alter system set search_path = 'other, public'`, 'select pg_reload_conf()')
  await expect.poll(() => watch.read()).not.toEqual(before)
})
