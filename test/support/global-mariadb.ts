// One MariaDB for all tests of a run; each test has a database of its own on it.
import type { TestProject } from 'vitest/node'
import { initMariadb, mariadbServer } from './servers/mariadb.ts'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await mariadbServer(initMariadb(), ['--max-connections=200'])
  await server.start()
  project.provide('server', server.url('DATABASE'))
  return server.destroy
}
