import { sql } from 'kysely'
import { engineAt } from '../../../src/database/connect.ts'
import { COLLATIONS } from '../../../src/database/mariadb/migrations.ts'
import { FIRST_TURN, IMPORT_TABLE_NAMES } from '../../../src/database/schema/import-tables.ts'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import { isMysql } from '../servers/mariadb.ts'
import { runSql } from '../servers/sql.ts'
import {
  type NewDatabase,
  newName,
  plainColumns,
  type TestEngine,
  type TestTables,
} from './test-engine.ts'

export const COLLATION = COLLATIONS[isMysql ? 'mysql' : 'mariadb']

/** A database with the tables and nothing in them. */
export const TEMPLATE = 'secdash_template'

/** The statements that make such tables again, indexes and all: one a table instead of twenty. */
const templates = new Map<TestTables, Promise<string[]>>()

const NAMES: Readonly<Record<TestTables, readonly string[]>> = {
  service: TABLE_NAMES,
  all: [...TABLE_NAMES, ...IMPORT_TABLE_NAMES],
}

async function tablesOf(server: string, tables: TestTables): Promise<string[]> {
  const db = await engineAt(server.replace('DATABASE', TEMPLATE)).openForWriting()
  const texts: string[] = []
  for (const table of NAMES[tables]) {
    const statement = sql<{ 'Create Table': string }>`show create table ${sql.table(table)}`
    const { rows } = await statement.execute(db)
    texts.push(rows[0]?.['Create Table'] ?? '')
  }
  await db.destroy()
  return tables === 'all' ? [...texts, FIRST_TURN] : texts
}

async function newDatabase(server: string, tables: TestTables): Promise<NewDatabase> {
  const template = templates.get(tables) ?? tablesOf(server, tables)
  templates.set(tables, template)
  const name = newName()
  const admin = server.replace('DATABASE', 'mysql')
  await runSql(admin, `create database ${name}`, `use ${name}`, ...(await template))
  return {
    url: server.replace('DATABASE', name),
    drop: () => runSql(admin, `drop database ${name}`),
  }
}

export const mariadb: TestEngine = {
  newDatabase,
  plainColumnOf: plainColumns({
    id: 'bigint not null auto_increment primary key',
    integer: 'bigint',
    real: 'double',
    text: 'longtext',
    dateTime: 'datetime',
  }),
  plainSuffix: `default charset = utf8mb4 collate = ${COLLATION}`,
  bytes: 'binary',
}
