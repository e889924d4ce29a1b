// One PostgreSQL for all tests of a run; each test has a database of its own on it.
import type { TestProject } from 'vitest/node'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { TEMPLATE } from './databases/postgres.ts'
import { initPostgres, postgresFolder, postgresServer } from './servers/postgres.ts'
import { runSql } from './servers/sql.ts'

/** Nothing must outlive the run, so nothing waits for a disk. */
const SETTINGS = {
  max_connections: '200',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '128MB',
  full_page_writes: 'off',
  autovacuum: 'off',
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = postgresFolder()
  initPostgres(folder)
  const server = await postgresServer(folder, SETTINGS)
  await server.start()
  try {
    await runSql(server.url('postgres'), `create database ${TEMPLATE}`)
    // From version 15 on it is so by itself; for version 14 see docs/deploying.md.
    await runSql(
      server.url(TEMPLATE),
      'alter schema public owner to pg_database_owner',
      'revoke create on schema public from public',
    )
    await migrate(engineAt(server.url(TEMPLATE)))
  } catch (error) {
    await server.destroy()
    throw error
  }
  project.provide('server', server.url('DATABASE'))
  return server.destroy
}
