// A migration that is broken off and run again. SQLite and PostgreSQL undo the part that was done;
// MariaDB and MySQL cannot, and go on behind it.
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import type { Engine } from '../../../src/database/engine.ts'
import {
  FIRST_TURN,
  IMPORT_INDEXES,
  IMPORT_SCHEMA,
  IMPORT_TABLE_NAMES,
} from '../../../src/database/schema/import-tables.ts'
import { INDEXES } from '../../../src/database/schema/indexes.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { SCHEMA, TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import { TEMPLATE } from '../../support/databases/mariadb.ts'
import { newName } from '../../support/databases/test-engine.ts'
import { describeOn } from '../../support/only-on.ts'
import { runSql } from '../../support/servers/sql.ts'
import { secdash } from '../../support/terminal.ts'

const ALL_TABLES = [...TABLE_NAMES, ...IMPORT_TABLE_NAMES]
const ALL = ['0001 tables', '0002 indexes', '0003 imports']

const COLUMNS: Readonly<Record<string, object>> = { ...SCHEMA, ...IMPORT_SCHEMA }
/** The server lets no index go that a foreign key needs. */
const REFERRING = ['malware_detections_scan', 'compliance_findings_scan']

const addressOf = (name: string) => inject('server').replace('DATABASE', name)

async function emptyDatabase() {
  const name = newName()
  const isPostgres = inject('engine') === 'postgres'
  const admin = addressOf(isPostgres ? 'postgres' : 'mysql')
  await runSql(admin, `create database ${name}`)
  // PostgreSQL takes a moment to notice that a connection has ended.
  const now = isPostgres ? ' with (force)' : ''
  onTestFinished(() => runSql(admin, `drop database ${name}${now}`))
  const url = addressOf(name)
  return { url, engine: engineAt(url), run: (...texts: string[]) => runSql(url, ...texts) }
}

interface Made {
  'Create Table': string
}

/** Every table as the server would make it again, whatever came first, and the rows of migrations. */
async function madeIn(url: string): Promise<unknown[]> {
  const db = await engineAt(url).openForWriting()
  const made: unknown[] = []
  for (const table of ALL_TABLES) {
    const { rows } = await sql<Made>`show create table ${sql.table(table)}`.execute(db)
    made.push(rows[0]?.['Create Table'].replaceAll(',\n', '\n').split('\n').sort())
  }
  made.push((await sql`select * from secdash_import_turn`.execute(db)).rows)
  made.push((await sql`select name from secdash_migrations order by name`.execute(db)).rows)
  await db.destroy()
  return made
}

/** Ends the connection on the server as soon as that has changed something. */
const brokenAfterAChange = (engine: Engine, url: string): Engine => ({
  ...engine,
  async openForMigrating() {
    const db = await engine.openForMigrating()
    const { rows } = await sql<{ id: number }>`select connection_id() as id`.execute(db)
    let isBroken = false
    return db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        // What gives rows has changed nothing.
        if (result.numAffectedRows !== undefined && !isBroken) {
          isBroken = true
          await runSql(url, `kill ${rows[0]?.id}`)
        }
        return result
      },
    })
  },
})

/** Where a migration stands that was broken off before it noted that it was done. */
async function asIfBrokenOff() {
  const database = await emptyDatabase()
  await migrate(database.engine)
  await database.run('delete from secdash_migrations')
  return database
}

describeOn('postgres')('a migration that fails', () => {
  it('leaves nothing behind, and works once the cause is gone', async () => {
    const { engine, run } = await emptyDatabase()
    await run('create table posture_scores (mine text)')
    await expect(migrate(engine)).rejects.toThrow('"posture_scores" already exists')
    for (const table of ['malware_scans', 'secdash_migrations', 'secdash_migrations_lock']) {
      await expect(run(`select 1 from ${table}`)).rejects.toThrow('does not exist')
    }
    await run('drop table posture_scores')
    expect(await migrate(engine)).toEqual(ALL)
    await run('select 1 from malware_scans')
  })
})

describeOn('postgres')('several migrations at once', () => {
  it.each(['read committed', 'repeatable read', 'serializable'])(
    'are made by one, and found by the others: %s',
    async (isolation) => {
      const { engine, url, run } = await emptyDatabase()
      const name = new URL(url).pathname.slice(1)
      await run(`alter database "${name}" set default_transaction_isolation = '${isolation}'`)
      const made = await Promise.all([migrate(engine), migrate(engine), migrate(engine)])
      expect(made.flat()).toEqual(ALL)
    },
  )
})

describeOn('postgres', 'mariadb')('notes of something else', () => {
  it.each(['secdash_migrations', 'secdash_migrations_lock'])('in %s are told', async (table) => {
    const { url, run } = await emptyDatabase()
    await run(`create table ${table} (mine text)`)
    const { code, stderr } = await secdash(['migrate'], { DATABASE_URL: url })
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/ is a table of something else \(.+\)\. Rename it, or name another /),
    ])
  })
})

/** Of PostgreSQL 17 and later. */
const NEWER = 'transaction_timeout'

async function ask(engine: Engine, text: string) {
  const db = await engine.openForWriting()
  try {
    return await sql.raw(text).execute(db)
  } finally {
    await db.destroy()
  }
}

describeOn('postgres')('a limit that a database sets for everybody', () => {
  it('ends no migration and no import that takes long', async () => {
    const { url, engine, run } = await emptyDatabase()
    const name = url.replace(/.*\//, '').replace(/\?.*/, '')
    const limits = [
      'statement_timeout',
      'idle_in_transaction_session_timeout',
      'idle_session_timeout',
    ]
    const [newer] = (await ask(engine, `select name from pg_settings where name = '${NEWER}'`)).rows
    if (newer !== undefined) limits.push(NEWER)
    await run(...limits.map((it) => `alter database ${name} set ${it} = '1min'`))
    const asked = limits.map((it) => `current_setting('${it}') as ${it}`).join()
    const { rows } = await ask(engine, `select ${asked}`)
    expect(rows).toEqual([Object.fromEntries(limits.map((it) => [it, '0']))])
  })
})

describeOn('mariadb')('a migration that is run again', () => {
  it('goes on where it was broken off, whichever statement was the last', async () => {
    const { url, engine } = await emptyDatabase()
    const broken = brokenAfterAChange(engine, url)
    let breaks = 0
    const isBrokenOff = () =>
      migrate(broken).then(
        () => false,
        () => true,
      )
    while (breaks < 100 && (await isBrokenOff())) breaks += 1
    const notes = ['its table', 'the table of its lock', 'the row of its lock', ...ALL]
    const made = [...ALL_TABLES, ...INDEXES, ...IMPORT_INDEXES, FIRST_TURN]
    expect(breaks).toBe([...notes, ...made].length)
    expect(await migrate(engine)).toEqual([])
    expect(await madeIn(url)).toEqual(await madeIn(addressOf(TEMPLATE)))
  })

  it('leaves what is there as it is, rows and all', async () => {
    const { url, engine, run } = await asIfBrokenOff()
    await run(
      `insert into posture_scores (recorded_at, compliance, redteam, incident, monitoring)
       values ('2026-03-01 06:00:00', 1, 2, 3, 4)`,
      'update secdash_import_turn set turn = 7',
    )
    expect(await migrate(engine)).toEqual(ALL)
    const db = await engineAt(url).openForWriting()
    const { rows } = await sql`
      select (select count(*) from posture_scores) as scores, turn from secdash_import_turn
    `.execute(db)
    await db.destroy()
    expect(rows).toEqual([{ scores: 1, turn: 7 }])
  })

  it('succeeds after a lock has kept it from an index', async () => {
    const { url, engine, run } = await asIfBrokenOff()
    await run('drop index posture_scores_recorded on posture_scores')
    const reading = await engineAt(url).openForWriting()
    await sql`start transaction`.execute(reading)
    await sql`select * from posture_scores`.execute(reading)
    await expect(migrate(engine)).rejects.toThrow(/lock wait timeout/i)
    await reading.destroy()
    expect(await migrate(engine)).toEqual(ALL.slice(1))
  })
})

describeOn('mariadb')('something else of the same name', () => {
  it('as a table is told and left alone, and each works once it is gone', async () => {
    const { url, engine, run } = await emptyDatabase()
    for (const table of ALL_TABLES) await run(`create table ${table} (mine text)`)
    for (const table of ALL_TABLES) {
      await expect(migrate(engine)).rejects.toThrow(
        new RegExp(`the table ${table} is there already, and not as secdash makes it: .*no column`),
      )
      await run(`select mine from ${table}`, `drop table ${table}`)
    }
    await migrate(engine)
    expect(await madeIn(url)).toEqual(await madeIn(addressOf(TEMPLATE)))
  })

  it('as a view is told', async () => {
    const { engine, run } = await emptyDatabase()
    await run('create view posture_scores as select 1 as posture_id')
    await expect(migrate(engine)).rejects.toThrow('the table posture_scores is there already')
  })

  it.each([
    [
      'with a column of another type',
      'modify scan_type varchar(100) not null',
      'its column scan_type is another',
    ],
    [
      'with a column that may be null',
      'modify scan_date datetime',
      'its column scan_date is another',
    ],
    [
      'with a column without its default',
      'alter files_scanned drop default',
      'files_scanned is another',
    ],
    [
      'with a column of another collation',
      'modify status varchar(255) collate utf8mb4_bin not null',
      'status',
    ],
    [
      'with an id that is not generated',
      'modify scan_id bigint not null',
      'its column scan_id is another',
    ],
    ['with a column too many', 'add mine integer', 'it has columns that are not ours'],
    [
      'with a column in another place',
      'modify status varchar(255) not null first',
      'in another order',
    ],
    ['with a check that is not ours', 'add check (files_scanned <> 7)', 'its checks are others'],
  ])('%s is no table of ours', async (_, change, words) => {
    const { engine, run } = await asIfBrokenOff()
    await run(
      'alter table malware_detections drop foreign key malware_detections_ibfk_1',
      `alter table malware_scans ${change}`,
    )
    await expect(migrate(engine)).rejects.toThrow(words)
  })

  it('without the reference to its scan is no table of ours', async () => {
    const { engine, run } = await asIfBrokenOff()
    await run('alter table malware_detections drop foreign key malware_detections_ibfk_1')
    await expect(migrate(engine)).rejects.toThrow(
      'the table malware_detections is there already, and not as secdash makes it: its foreign keys',
    )
  })

  it('of another engine is no table of ours', async () => {
    const { engine, run } = await asIfBrokenOff()
    await run('alter table posture_scores engine = MyISAM')
    await expect(migrate(engine)).rejects.toThrow('its engine is not InnoDB')
  })

  it('as an index is told, and each works once it is gone', async () => {
    const { url, engine, run } = await asIfBrokenOff()
    const indexes = [...INDEXES, ...IMPORT_INDEXES].filter(({ name }) => !REFERRING.includes(name))
    for (const { name, table } of indexes) {
      const [id] = Object.keys(COLUMNS[table] ?? {})
      await run(`drop index ${name} on ${table}`, `create index ${name} on ${table} (${id})`)
    }
    for (const { name, table } of indexes) {
      await expect(migrate(engine)).rejects.toThrow(
        `the index ${name} on ${table} is there already, and not as secdash makes it`,
      )
      await run(`drop index ${name} on ${table}`)
    }
    await migrate(engine)
    expect(await madeIn(url)).toEqual(await madeIn(addressOf(TEMPLATE)))
  })

  it.each([
    [
      'that refuses rows',
      'create unique index posture_scores_recorded on posture_scores (recorded_at, posture_id)',
    ],
    ['of beginnings', 'create index secdash_imports_content on secdash_imports (content_hash(8))'],
  ])('as an index %s is told', async (_, statement) => {
    const { engine, run } = await asIfBrokenOff()
    const [, name, table] = / index (\w+) on (\w+)/.exec(statement) ?? []
    await run(`drop index ${name} on ${table}`, statement)
    await expect(migrate(engine)).rejects.toThrow(`the index ${name} on ${table} is there already`)
  })
})

const GONE = ['compliance_findings', 'posture_scores', 'secdash_imports', 'secdash_import_turn']
const GONE_TEXT = GONE.map((table) => `${table} (there is no such table)`).join(', ')

it('a table that was dropped since is told of, with the SQL that makes it again', async () => {
  const { url, engine, run } = await emptyDatabase()
  await migrate(engine)
  await run(...GONE.map((table) => `drop table ${table}`))
  const { code, stdout, stderr } = await secdash(['migrate', '--database', url])
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      `: an earlier migration made what is gone now: ${GONE_TEXT}. Bring it back from a backup`,
    ),
  ])
  await run(...stdout.split(/;\n/).filter((text) => text.trim() !== ''))
  expect((await secdash(['migrate', '--database', url])).stdout).toMatch(/was up to date\n$/)
})
