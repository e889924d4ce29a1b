// Relations that are views: over tables that are there, too few columns, or what is gone.
import { expect, it } from 'vitest'
import { SCHEMA, TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { checkedDatabase, grantSelect } from '../support/check.ts'
import { itOn } from '../support/only-on.ts'
import { viewOver } from '../support/operator-tables.ts'

it('views over tables that are well are well, and need no index', async () => {
  const { database, reader, check } = await checkedDatabase()
  for (const table of TABLE_NAMES) {
    await viewOver(database, table)
    await grantSelect(database, reader, table)
  }
  expect(await check()).toMatchObject({ found: [], tables: 5, rows: 5 })
})

it('a view that lacks columns is told to be created again with each', async () => {
  const { database, reader, run, check } = await checkedDatabase()
  await run(
    'alter table posture_scores rename to own',
    'create view posture_scores as select posture_id, recorded_at from own',
  )
  await grantSelect(database, reader, 'posture_scores')
  const { remarks } = await check()
  const missing = remarks.filter(({ code }) => code === 'column-missing')
  expect(missing).toHaveLength(Object.keys(SCHEMA.posture_scores).length - 2)
  expect(missing[0]?.fix).toBe(
    'Create the view posture_scores again with a column compliance: a number from 0 to 100.',
  )
})

it('a view that repeats rows, as a join may, is told so', async () => {
  const { database, reader, run, check } = await checkedDatabase()
  await run(
    'alter table posture_scores rename to own',
    'create view posture_scores as select * from own union all select * from own',
  )
  await grantSelect(database, reader, 'posture_scores')
  const checked = await check()
  expect(checked.found).toEqual(['problem duplicate-id posture_scores.posture_id'])
  expect(checked.only('duplicate-id').fix).toContain('each row once')
})

itOn('sqlite', 'mariadb')('a view over what is gone is told as broken', async () => {
  const { database, reader, run, check } = await checkedDatabase()
  await run(
    'create table old_scores (x integer)',
    'drop table posture_scores',
    'create view posture_scores as select x as posture_id from old_scores',
  )
  await grantSelect(database, reader, 'posture_scores')
  await run('drop table old_scores')
  expect((await check()).found).toEqual(['problem view-broken posture_scores'])
})

itOn('mariadb')('a view whose owner is gone is told as broken', async () => {
  const { database, reader, run, check } = await checkedDatabase()
  await run('alter table posture_scores rename to own')
  await run("create definer = nobody_here@'%' view posture_scores as select * from own")
  await grantSelect(database, reader, 'posture_scores')
  const { found, only } = await check()
  // The reader is told of a wrong password, and is to mend a view.
  expect(found).toEqual(['problem view-broken posture_scores'])
  expect(only('view-broken').problem).toContain('definer')
})
