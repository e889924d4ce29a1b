// Columns of a view, or of a table of one's own, may be named in other letters: to a query they are
// the same on every engine.
import { expect, it } from 'vitest'
import { SCHEMA, TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { checkAsAdministrator, fill, run } from '../support/check.ts'
import { testService } from '../support/service.ts'
import { COMPLIANCE, EVERY_URL } from '../support/started-service.ts'

const URLS = [...EVERY_URL, `${COMPLIANCE}?action=server&name=web-01`]

it('views with columns in capitals give the same answers as our own tables', async () => {
  const { database, get } = await testService()
  await fill(database)
  const answers = async () => Promise.all(URLS.map(async (url) => (await get(url)).text))
  const expected = await answers()
  const { found } = await checkAsAdministrator(database.url)
  for (const table of TABLE_NAMES) {
    const columns = Object.keys(SCHEMA[table]).map((it) => `${it} as ${it.toUpperCase()}`)
    await run(
      database,
      `alter table ${table} rename to ${table}_own`,
      `create view ${table} as select ${columns.join(', ')} from ${table}_own`,
    )
  }
  expect(await answers()).toEqual(expected)
  expect((await checkAsAdministrator(database.url)).found).toEqual(found)
})
