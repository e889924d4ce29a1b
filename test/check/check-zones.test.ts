// A server whose own zone is not the configured one: what is written as its local time is off.
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { checkAsAdministrator } from '../support/check.ts'
import { enginesToTest } from '../support/engines.ts'
import { initMariadb, mariadbServer } from '../support/servers/mariadb.ts'
import { initPostgres, postgresFolder, postgresServer } from '../support/servers/postgres.ts'
import type { DatabaseServer } from '../support/servers/server.ts'
import { runSql } from '../support/servers/sql.ts'

async function started(server: DatabaseServer, administration: string): Promise<string> {
  onTestFinished(server.destroy)
  await server.start()
  await runSql(server.url(administration), 'create database zones')
  await migrate(engineAt(server.url('zones')))
  return server.url('zones')
}

async function isTold(url: string, zone: string, utcNow: string): Promise<void> {
  const checked = await checkAsAdministrator(url)
  expect(checked.found).toEqual(['advice server-zone the time zone of the server'])
  expect(checked.only('server-zone').problem).toContain(`it is ${zone}, and TIMEZONE is UTC`)
  expect(checked.only('server-zone').problem).toContain('are 5 h 30 min off')
  expect(checked.only('server-zone').fix).toContain(utcNow)
  expect((await checkAsAdministrator(url, { timezone: 'Asia/Kolkata' })).found).toEqual([])
}

it.runIf(enginesToTest().includes('mariadb'))('MariaDB in another zone is told so', async () => {
  const server = await mariadbServer(initMariadb(), ['--default-time-zone=+05:30'])
  await isTold(await started(server, 'mysql'), '+05:30', 'utc_timestamp()')
})

it.runIf(enginesToTest().includes('postgres'))(
  'PostgreSQL in another zone is told so',
  async () => {
    const folder = postgresFolder()
    initPostgres(folder)
    const server = await postgresServer(folder, { log_timezone: 'Asia/Kolkata' })
    await isTold(await started(server, 'postgres'), 'Asia/Kolkata', `now() at time zone 'UTC'`)
  },
)
