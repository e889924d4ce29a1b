import { randomUUID } from 'node:crypto'
import { runSql } from '../servers/sql.ts'

/** A database with the tables and nothing in them, copied for each test. */
export const TEMPLATE = 'secdash_template'

export interface NewDatabase {
  readonly url: string
  drop(): Promise<void>
}

export async function newPostgresDatabase(server: string): Promise<NewDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const admin = server.replace('DATABASE', 'postgres')
  await runSql(admin, `create database ${name} template ${TEMPLATE}`)
  return {
    url: server.replace('DATABASE', name),
    drop: () => runSql(admin, `drop database ${name} with (force)`),
  }
}
