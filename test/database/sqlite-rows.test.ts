// Rows are taken by a function instead of being read cell by cell: the same rows, in the same order.
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteKysely } from '../../src/database/sqlite/dialect.ts'
import { rowTaking } from '../../src/database/sqlite/rows.ts'
import { isKept } from '../support/collected.ts'

interface Item {
  id: number
  value: unknown
  kind: string
}

let database: DatabaseSync
let db: Kysely<{ items: Item }>

function newDatabase(): DatabaseSync {
  const made = new DatabaseSync(':memory:')
  made.exec('create table items (id integer primary key, value any, kind text) strict')
  return made
}

beforeEach(() => {
  database = newDatabase()
  db = sqliteKysely(database, 'reading') as unknown as typeof db
})
afterEach(() => db.destroy())

function insert(...values: string[]) {
  for (const value of values) database.exec(`insert into items (value, kind) values (${value})`)
}

const all = () => db.selectFrom('items').select(['id', 'value', 'kind']).orderBy('id')
const rowsOf = async <Row>(query: { compile(): Parameters<typeof db.executeQuery<Row>>[0] }) =>
  (await db.executeQuery(query.compile())).rows

function planOf(
  query: { compile(): { readonly sql: string } },
  values: readonly unknown[],
): string {
  const explained = database.prepare(`explain query plan ${query.compile().sql}`)
  return explained
    .all(...(values as string[]))
    .map((it) => String(it['detail']))
    .join()
}

const isTaken = (query: { compile(): unknown }) =>
  rowTaking(newDatabase())(query.compile() as never) !== null

describe('a value', () => {
  it.each([
    ['null', null],
    ["''", ''],
    ["'a' || char(0) || 'b'", 'a\0b'],
    ["'Zoë 😀'", 'Zoë 😀'],
    ["cast(x'41ff42' as text)", 'A\u{fffd}B'],
    ['9007199254740991', 2 ** 53 - 1],
    ['-9007199254740991', 1 - 2 ** 53],
    ['9007199254740993', 9007199254740993n],
    ['0.1', 0.1],
    ['9e999', Number.POSITIVE_INFINITY],
    ["x'00ff'", new Uint8Array([0, 255])],
  ])('%s comes as it is read plainly', async (text, value) => {
    insert(`${text}, 'one'`)
    expect(isTaken(all())).toBe(true)
    const plainly = await all().execute()
    expect(plainly).toEqual([{ id: 1, value, kind: 'one' }])
    expect(await rowsOf(all())).toEqual(plainly)
  })

  it('too large for a number spoils no other', async () => {
    insert("1, 'one'", "9223372036854775807, 'two'", "3, 'three'")
    expect(await rowsOf(all())).toEqual([
      { id: 1, value: 1, kind: 'one' },
      { id: 2, value: 9223372036854775807n, kind: 'two' },
      { id: 3, value: 3, kind: 'three' },
    ])
  })
})

describe('the order', () => {
  beforeEach(() => insert("3, 'c'", "1, 'a'", "2, 'b'"))

  it.each(['asc', 'desc'] as const)('is that of an index, %s', async (direction) => {
    database.exec('create index by_value on items (value)')
    const values = db.selectFrom('items').select('value').orderBy('value', direction)
    const three = [{ value: 1 }, { value: 2 }, { value: 3 }]
    expect(await rowsOf(values)).toEqual(direction === 'asc' ? three : three.reverse())
  })

  it('is that of the query where SQLite sorts after it has found the rows', async () => {
    const sorted = db.selectFrom('items').select(['kind', 'value']).orderBy('value', 'desc')
    expect(isTaken(sorted)).toBe(true)
    expect(await rowsOf(sorted)).toEqual([
      { kind: 'c', value: 3 },
      { kind: 'b', value: 2 },
      { kind: 'a', value: 1 },
    ])
  })

  it('and the names are those of the query, with values in their places', async () => {
    const named = db
      .selectFrom('items as it')
      .select(['it.kind as name', sql<string>`${'x'}`.as('bound')])
      .where('it.id', '>', 1)
      .orderBy('it.id')
      .limit(sql.lit(1))
    expect(await rowsOf(named)).toEqual([{ name: 'a', bound: 'x' }])
  })

  it('is right, and so is the limit, after the index that gave it was dropped', async () => {
    database.exec('create index by_value on items (value)')
    const two = db.selectFrom('items').select('value').orderBy('value', 'desc').limit(sql.lit(2))
    const expected = [{ value: 3 }, { value: 2 }]
    expect(await rowsOf(two)).toEqual(expected)
    database.exec('drop index by_value')
    expect(await rowsOf(two)).toEqual(expected)
    expect(await rowsOf(two)).toEqual(expected)
  })

  it('is right where a value makes SQLite take another index', async () => {
    // Of the many rows of one kind, another index leads to a few at once: they have to be sorted.
    database.exec(`
      with recursive number (n) as (select 1 union all select n + 1 from number where n < 5000)
      insert into items (value, kind) select n * 7 % 5000, 'many' from number;
      create index by_kind on items (kind, value);
      create index of_many on items (id % 500) where kind = 'many';
      analyze`)
    const newest = (kind: string) =>
      db
        .selectFrom('items')
        .select('id')
        .where('kind', '=', kind)
        .where(sql<boolean>`id % 500 = 7`)
        .orderBy('value', 'desc')
        .limit(sql<number>`0 + ${2}`)
    // With the value bound the plan sorts, without it does not: otherwise this would show nothing.
    expect(planOf(newest('many'), [])).not.toContain('TEMP B-TREE')
    expect(planOf(newest('many'), newest('many').compile().parameters)).toContain('TEMP B-TREE')
    for (const kind of ['many', 'none', 'many']) {
      expect(await rowsOf(newest(kind))).toEqual(await newest(kind).execute())
    }
  })

  it('is that of a name which the query gives', async () => {
    const by = (name: 'turned' | 'id') =>
      db.selectFrom('items').select(sql<number>`10 - id`.as(name)).orderBy(sql.ref(name))
    expect(await rowsOf(by('turned'))).toEqual([{ turned: 7 }, { turned: 8 }, { turned: 9 }])
    expect(await rowsOf(by('id'))).toEqual([{ id: 7 }, { id: 8 }, { id: 9 }])
  })

  it('of sorted groups is that of the query', async () => {
    insert("5, 'b'")
    const groups = db
      .selectFrom('items')
      .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .orderBy(sql`count(*)`, 'desc')
      .orderBy('kind', 'desc')
    expect(await rowsOf(groups)).toEqual([
      { kind: 'b', count: 2 },
      { kind: 'c', count: 1 },
      { kind: 'a', count: 1 },
    ])
  })

  it('of groups is kept, too', async () => {
    insert("5, 'a'")
    const groups = db
      .selectFrom('items')
      .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .orderBy('kind')
    expect(isTaken(groups)).toBe(true)
    expect(await rowsOf(groups)).toEqual([
      { kind: 'a', count: 2 },
      { kind: 'b', count: 1 },
      { kind: 'c', count: 1 },
    ])
  })
})

it('no row is taken that is not listed, also where SQLite sorts more than that', () => {
  insert("1, 'c'", "2, 'b'", "3, 'a'")
  let calls = 0
  const define = database.function.bind(database)
  database.function = ((name: string, options: object, take: () => null) =>
    define(name, options, (...cells) => {
      calls++
      return take(...(cells as []))
    })) as typeof database.function
  const first = all().clearOrderBy().orderBy('kind').limit(sql.lit(1))
  const taken = rowTaking(database)(first.compile() as never)?.([])
  expect(taken).toEqual([{ id: 3, value: 3, kind: 'a' }])
  expect(calls).toBe(1)
})

it('a name may hold anything', async () => {
  insert("3, 'b'", "2, 'a'")
  const named = db.selectFrom('items').select('value as a "b" c').orderBy('kind')
  expect(await rowsOf(named)).toEqual([{ 'a "b" c': 2 }, { 'a "b" c': 3 }])
})

describe('a query is read plainly', () => {
  it('where equal rows are to be one', () => {
    expect(isTaken(db.selectFrom('items').select('kind').distinct())).toBe(false)
    expect(isTaken(all().clearOrderBy().union(all().clearOrderBy()))).toBe(false)
  })

  it('where two columns have one name', async () => {
    insert("5, 'a'")
    const twice = db.selectFrom('items').select(['id as x', 'value as X'])
    expect(isTaken(twice)).toBe(false)
    expect(await rowsOf(twice)).toEqual([{ x: 1, X: 5 }])
  })

  it('where its columns are not named', () => {
    expect(isTaken(db.selectFrom('items').selectAll())).toBe(false)
  })
})

it('is asked again with other values', async () => {
  insert("1, 'one'", "2, 'two'")
  const one = (id: number) => db.selectFrom('items').select('kind').where('id', '=', id)
  expect(await rowsOf(one(2))).toEqual([{ kind: 'two' }])
  expect(await rowsOf(one(3))).toEqual([])
  expect(await rowsOf(one(1))).toEqual([{ kind: 'one' }])
})

it('no row is kept once it was handed out', async () => {
  insert("x'00', 'one'")
  // Of all values only bytes are objects, which can be told to be gone.
  const value = async () => (await rowsOf(all()))[0]?.value as Uint8Array
  expect(await value()).toEqual(new Uint8Array([0]))
  expect(await isKept(new WeakRef(await value()))).toBe(false)
})
