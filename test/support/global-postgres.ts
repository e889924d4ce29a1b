// One PostgreSQL for all tests of a run; each test has a database of its own on it.
import type { TestProject } from 'vitest/node'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/migrate.ts'
import { TEMPLATE } from './databases/postgres.ts'
import { initPostgres, postgresFolder, postgresServer } from './servers/postgres.ts'
import { runSql } from './servers/sql.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = postgresFolder()
  initPostgres(folder)
  const server = await postgresServer(folder, { max_connections: '200' })
  await server.start()
  await runSql(server.url('postgres'), `create database ${TEMPLATE}`)
  await migrate(engineAt(server.url(TEMPLATE)))
  project.provide('server', server.url('DATABASE'))
  return server.destroy
}
