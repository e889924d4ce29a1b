import { randomUUID } from 'node:crypto'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { runSql } from '../servers/sql.ts'
import type { NewDatabase } from './postgres.ts'

export async function newMariadbDatabase(server: string): Promise<NewDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = server.replace('DATABASE', 'mysql')
  await runSql(admin, `create database ${name}`)
  const url = server.replace('DATABASE', name)
  await migrate(engineAt(url))
  return { url, drop: () => runSql(admin, `drop database ${name}`) }
}
