// A query that is built once answers each time with the values that it is asked with.
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import type { Snapshot } from '../../src/database/snapshot.ts'
import { statement } from '../../src/database/statement.ts'
import { temporaryDatabase } from '../support/database.ts'
import { inSnapshot } from '../support/in-snapshot.ts'
import { malwareScan } from '../support/rows.ts'

async function scansOf(...types: string[]) {
  const database = await temporaryDatabase()
  await database.insert('malware_scans', ...types.map((it) => malwareScan({ scan_type: it })))
  const engine = engineAt(database.url)
  const session = await engine.openSession()
  onTestFinished(() => session.close())
  return <Result>(read: (snapshot: Snapshot) => Promise<Result>) =>
    inSnapshot(engine, session.db, () => {}, read)
}

function countedStatement() {
  let built = 0
  const typesFrom = statement(({ db }, from: string | null, limit: number) => {
    built += 1
    return db
      .selectFrom('malware_scans')
      .select('scan_type')
      .$if(from !== null, (query) => query.where('scan_type', '>=', from as string))
      .orderBy('scan_type')
      .limit(limit)
  })
  const types = async (...asked: Parameters<typeof typesFrom>) =>
    (await typesFrom(...asked)).map((row) => row.scan_type)
  return { types, built: () => built }
}

it('a statement is built once, and asked with other values each time', async () => {
  const read = await scansOf('a', 'b', 'c')
  const { types, built } = countedStatement()
  await read(async (snapshot) => {
    expect(await types(snapshot, 'a', 1)).toEqual(['a'])
    expect(await types(snapshot, 'b', 5)).toEqual(['b', 'c'])
    expect(await types(snapshot, 'z', 5)).toEqual([])
  })
  expect(built()).toBe(1)
})

it('a statement without one of its values is another one', async () => {
  const read = await scansOf('a', 'b')
  const { types, built } = countedStatement()
  await read(async (snapshot) => {
    expect(await types(snapshot, 'b', 5)).toEqual(['b'])
    expect(await types(snapshot, null, 5)).toEqual(['a', 'b'])
    expect(await types(snapshot, 'b', 5)).toEqual(['b'])
  })
  expect(built()).toBe(2)
})

it('a statement is built anew for another database', async () => {
  const { types, built } = countedStatement()
  for (const name of ['one', 'other']) {
    const read = await scansOf(name)
    expect(await read((snapshot) => types(snapshot, null, 5))).toEqual([name])
  }
  expect(built()).toBe(2)
})
