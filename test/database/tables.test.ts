// The tables that producers write, as `secdash migrate` makes them.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { migrate as migrateCommand } from '../../src/commands/migrate.ts'
import { engineAt } from '../../src/database/connect.ts'
import { IMPORT_TABLE_NAMES } from '../../src/database/schema/import-tables.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { CONTRACT } from '../support/contract-rows.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { producer } from '../support/producer.ts'

const TABLES = Object.keys(CONTRACT)

/** What the file holds: every table and index, as it was created. */
function schemaOf(path: string) {
  const database = new DatabaseSync(path, { readOnly: true })
  const schema = database.prepare('select type, name, sql from sqlite_schema order by name').all()
  database.close()
  return schema
}

async function runCommand(url: string): Promise<string> {
  let printed = ''
  const terminal = { stdout: { write: (text: string) => (printed += text) } }
  const code = await migrateCommand.run({ config: { database: url }, terminal } as never)
  expect(code).toBe(0)
  return printed
}

describe('secdash migrate', () => {
  it('creates the five tables, and besides them only its own records and those of imports', async () => {
    const { path } = await temporaryDatabase()
    const names = schemaOf(path)
      .filter((it) => it['type'] === 'table')
      .map((it) => it['name'])
      // SQLite's own, in which it keeps the last id of each table.
      .filter((it) => it !== 'sqlite_sequence')
    const own = ['secdash_migrations', 'secdash_migrations_lock', ...IMPORT_TABLE_NAMES]
    expect(names).toEqual([...TABLES, ...own].sort())
  })

  it.each(TABLES)('gives %s its columns, and no other', async (table) => {
    const { rows } = await producer()
    const { id, columns } = CONTRACT[table] ?? { id: '', columns: {} }
    expect(rows(`select name from pragma_table_info('${table}')`).map((it) => it['name'])).toEqual([
      id,
      ...Object.keys(columns),
    ])
  })

  it('gives no id twice: what is left of a deleted scan becomes that of no other', async () => {
    const { raw, rows, write } = await producer()
    write('compliance_scans', { scan_id: 7 })
    write('compliance_findings', { scan_id: 7 })
    // As in the shell of SQLite, which enforces no foreign key by itself.
    raw.exec('pragma foreign_keys = off')
    raw.exec('delete from compliance_scans where scan_id = 7')
    expect(rows('select scan_id from compliance_findings')).toEqual([{ scan_id: 7 }])
    expect(write('compliance_scans')).toBe(8)
  })

  it('puts the file in WAL mode, so that a writer stops no reader', async () => {
    const { rows } = await producer()
    expect(rows('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }])
  })

  it('creates a file that is missing', async () => {
    const path = join(temporaryFolder(), 'new.db')
    expect(await migrate(engineAt(`sqlite:${path}`))).toEqual([
      '0001 tables',
      '0002 indexes',
      '0003 imports',
    ])
    expect(existsSync(path)).toBe(true)
  })

  it('changes nothing when it runs again', async () => {
    const { path, url, insert } = await temporaryDatabase()
    await insert('posture_scores', CONTRACT['posture_scores']?.columns as never)
    const before = schemaOf(path)
    expect(await migrate(engineAt(url))).toEqual([])
    expect(schemaOf(path)).toEqual(before)
    const database = new DatabaseSync(path)
    expect(database.prepare('select count(*) as rows from posture_scores').get()).toEqual({
      rows: 1,
    })
    database.close()
  })

  it('says what it did, and that there was nothing to do', async () => {
    const url = `sqlite:${join(temporaryFolder(), 'new.db')}`
    expect(await runCommand(url)).toBe(
      `applied 0001 tables\napplied 0002 indexes\napplied 0003 imports\n${url} is up to date\n`,
    )
    expect(await runCommand(url)).toBe(`${url} was up to date\n`)
  })
})

describe.each(TABLES)('%s', (table) => {
  const { id, columns } = CONTRACT[table] ?? { id: '', columns: {} }

  it('takes a plain INSERT of its columns, and generates the id', async () => {
    const { write, rows } = await producer()
    const first = write(table)
    const second = write(table)
    expect(second).toBeGreaterThan(first)
    expect(rows(`select * from ${table} where ${id} = ${second}`)).toEqual([
      { [id]: second, ...columns },
    ])
  })

  it('takes an id that the INSERT gives, and generates the next above it', async () => {
    const { write, rows } = await producer()
    expect(write(table, { [id]: 4711 })).toBe(4711)
    expect(write(table)).toBe(4712)
    expect(rows(`select ${id} as id from ${table} where ${id} > 4000`)).toEqual([
      { id: 4711 },
      { id: 4712 },
    ])
  })

  it('refuses an id that is taken', async () => {
    const { write } = await producer()
    write(table, { [id]: 4711 })
    expect(() => write(table, { [id]: 4711 })).toThrow(/UNIQUE/)
  })
})

describe.each([
  ['malware_scans', 'summary'],
  ['compliance_scans', 'metadata'],
])('the JSON column of %s, %s', (table, column) => {
  it.each([
    '{"b":1,  "a":1.10,\n"b":2, "n":12345678901234567890}',
    '{}',
    '[1]',
    'broken',
    '',
    null,
  ])('keeps %j as it was written', async (text) => {
    const { write, rows } = await producer()
    const id = write(table, { [column]: text })
    expect(rows(`select ${column} as kept from ${table} where scan_id = ${id}`)).toEqual([
      { kept: text },
    ])
  })
})
