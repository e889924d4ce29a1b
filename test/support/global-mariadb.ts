// One MariaDB for all tests of a run; each test has a database of its own on it.
import type { TestProject } from 'vitest/node'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { TEMPLATE } from './databases/mariadb.ts'
import { BINARY_LOG, initMariadb, mariadbServer } from './servers/mariadb.ts'
import { runSql } from './servers/sql.ts'

/** Nothing must outlive the run, so nothing waits for a disk. */
const SETTINGS = [
  '--max-connections=200',
  '--innodb-doublewrite=0',
  '--innodb-flush-method=nosync',
  '--loose-innodb-log-file-size=16M',
]

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await mariadbServer(initMariadb(), [...SETTINGS, ...BINARY_LOG])
  await server.start()
  try {
    await runSql(server.url('mysql'), `create database ${TEMPLATE}`)
    await migrate(engineAt(server.url(TEMPLATE)))
  } catch (error) {
    await server.destroy()
    throw error
  }
  project.provide('server', server.url('DATABASE'))
  return server.destroy
}
