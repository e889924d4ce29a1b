// Creates or updates the tables, and says what it did.
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { knownReasonOf, REFUSED, saidBy } from '../failure/reasons.ts'
import { both, code, either, type Told, words } from '../failure/signs.ts'
import { writeFaultOf } from '../failure/write-faults.ts'
import { createWhole, type Inspector } from '../inspection/inspection.ts'
import { IMPORT_TABLE_NAMES } from './import-tables.ts'
import { TABLE_NAMES } from './schema.ts'
import type { Tables } from './tables.ts'

/** The names of the migrations that were applied now, in order; none when all were there. */
export async function migrate(engine: Engine): Promise<string[]> {
  const db = await engine.openForMigrating()
  try {
    const { migrateAlone } = engine
    const applied =
      migrateAlone === null
        ? await toLatest(engine, db)
        : await db.transaction().execute(async (all) => {
            await migrateAlone(all)
            return toLatest(engine, all)
          })
    await engine.settle(db)
    return applied
  } finally {
    await db.destroy()
  }
}

async function toLatest(engine: Engine, db: Kysely<Tables>): Promise<string[]> {
  const migrator = await migratorOf(engine, db)
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(({ migrationName }) => migrationName)
}

export async function migratorOf(engine: Engine, db: Kysely<Tables>): Promise<Migrator> {
  const schema = await engine.schemaOf(db)
  return new Migrator({
    db,
    // Without one, notes in any schema that the account can see would be taken for those of this.
    ...(schema === null ? {} : { migrationTableSchema: schema }),
    provider: { getMigrations: async () => ({ ...(await engine.migrations(db)) }) },
    migrationTableName: 'secdash_migrations',
    migrationLockTableName: 'secdash_migrations_lock',
  })
}

/**
 * Tables that a migration has made and that are there no more, with the SQL that makes them again:
 * migrations run once, whatever became of what they made.
 */
export async function goneSince(engine: Engine, inspector: Inspector): Promise<Gone[]> {
  const db = await engine.openForWriting()
  try {
    const gone: Gone[] = []
    for (const table of [...TABLE_NAMES, ...IMPORT_TABLE_NAMES]) {
      const relation = await inspector.relation(db, table)
      if (relation.is !== 'missing') continue
      const fix = relation.fix ?? createWhole(await inspector.mending(db), table)
      gone.push({ table, reason: relation.reason, fix })
    }
    return gone
  } finally {
    await db.destroy()
  }
}

export interface Gone {
  readonly table: string
  readonly reason: string
  readonly fix: readonly string[]
}

const NOT_ALLOWED = {
  reason: 'this account may not make tables, or not all that belongs to them',
  fix: 'Name the account that owns them in DATABASE_URL: see the accounts in docs/deploying.md.',
}

const READ_ONLY = {
  reason: 'this user may not write to the file or its folder',
  fix: 'Run it as the user to whom both belong. If it is, the file system may be mounted read-only: findmnt -T FOLDER',
}

const NEWER = {
  reason: 'a newer version of secdash has changed its tables',
  fix: 'Install that version or a later one: this one does not know them.',
}

const NOT_OURS = {
  reason: 'there is a table of this name that secdash migrate has not made',
  fix: 'Rename it, or name another database in DATABASE_URL. To show data that you have: see "Views instead of tables" in docs/database.md.',
}

const NOT_OUR_NOTES = {
  reason:
    'secdash_migrations or secdash_migrations_lock, where secdash notes what it has made, is a table of something else',
  fix: 'Rename it, or name another database in DATABASE_URL.',
}

const OLD_ROW_FORMAT = {
  reason: 'the server makes tables in a row format that is too small for these',
  fix: 'Let an administrator run: set global innodb_default_row_format = dynamic; and migrate again.',
}

/** A column of those tables that is not there, in whatever language. */
const NO_NOTES = either(
  both(code('42703', '1054'), words(/^[^\n]*\W(name|timestamp|id|is_locked)\W/)),
  words(/no such column: "?(name|timestamp|id|is_locked)\b/),
)

/** Why it failed and what helps, in one line. `database` is the address, for what must be hidden. */
export function migrationFault(error: unknown, engine: Engine, database: string): string {
  const failure = engine.failureOf(error)
  const said = saidBy(failure, database)
  const known = ownReasonOf(failure) ?? knownReasonOf(failure)
  return known === null
    ? said.replace(/^\w*error: /i, '')
    : `${known.reason} (${said}). ${known.fix}`
}

const IS_NEWER = words(/corrupted migrations: previously executed/)
const TABLE_IS_THERE = either(code('42P07'), words(/(table|relation) \S+ already exists/))
const ROW_TOO_LARGE = code('1118', '1709')

function ownReasonOf(told: Told) {
  if (IS_NEWER(told)) return NEWER
  if (TABLE_IS_THERE(told)) return NOT_OURS
  if (NO_NOTES(told)) return NOT_OUR_NOTES
  if (ROW_TOO_LARGE(told)) return OLD_ROW_FORMAT
  if (REFUSED(told)) return NOT_ALLOWED
  return writeFaultOf(told) === 'read-only file' ? READ_ONLY : null
}
