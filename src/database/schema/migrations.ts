// What each migration makes, said once for every engine.
import { CompiledQuery } from 'kysely'
import type { Migration } from 'kysely/migration'
import { FIRST_TURN, IMPORT_INDEXES, IMPORT_SCHEMA, IMPORT_TABLE_NAMES } from './import-tables.ts'
import { INDEXES, type Index } from './indexes.ts'
import { type AnyColumns, SCHEMA, TABLE_NAMES } from './schema.ts'

export type Migrations = Readonly<Record<string, Migration>>

/** How an engine takes each step. */
interface Steps<Step> {
  table(table: string, columns: AnyColumns): Step
  index(index: Index<string>): Step
  /** Indexes that no other engine has. */
  readonly ownIndexes?: readonly Index[]
  /** The row that `statement` inserts, and nothing else does. */
  row(statement: string, table: string, where: string): Step
  migration(...steps: readonly Step[]): Migration
}

export const migrationsBy = <Step>({
  table,
  index,
  ownIndexes = [],
  row,
  migration,
}: Steps<Step>): Migrations => ({
  '0001 tables': migration(...TABLE_NAMES.map((it) => table(it, SCHEMA[it]))),
  '0002 indexes': migration(...[...INDEXES, ...ownIndexes].map(index)),
  '0003 imports': migration(
    ...IMPORT_TABLE_NAMES.map((it) => table(it, IMPORT_SCHEMA[it])),
    ...IMPORT_INDEXES.map(index),
    row(FIRST_TURN, 'secdash_import_turn', 'turn_id = 1'),
  ),
})

/** On an engine that undoes all when a statement fails, a step is the statement and nothing else. */
export const migrationsByStatement = (
  steps: Pick<Steps<string>, 'table' | 'index' | 'ownIndexes'>,
) => migrationsBy({ ...steps, row: (statement) => statement, migration: statements })

const statements = (...texts: readonly string[]): Migration => ({
  async up(db) {
    for (const text of texts) await db.executeQuery(CompiledQuery.raw(text))
  },
})
