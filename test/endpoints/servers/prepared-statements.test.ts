// A connection keeps what it has prepared. What it was prepared for may change meanwhile.
import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { engineAt } from '../../../src/database/connect.ts'
import { preparing } from '../../../src/database/postgres/prepared.ts'
import { databaseReader } from '../../../src/database/reader.ts'
import { Replaced } from '../../../src/database/replaced.ts'
import { TABLE_NAMES } from '../../../src/database/schema/schema.ts'
import { RUNNING } from '../../../src/database/servers/session.ts'
import { answersOf } from '../../support/answers-of.ts'
import { temporaryDatabase } from '../../support/database.ts'
import { itOn } from '../../support/only-on.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../../support/rows.ts'
import { EVERY_URL, startService } from '../../support/started-service.ts'

/** Other types that hold the same, in a column of each table. */
const OTHER_TYPES = {
  postgres: [
    'alter table malware_scans alter column scan_type type varchar(255)',
    'alter table malware_detections alter column file_path type varchar(5000)',
    'alter table posture_scores alter column incidents_low type bigint',
    'alter table compliance_scans alter column server_type type varchar(255)',
    'alter table compliance_findings alter column check_name type varchar(5000)',
  ],
  mariadb: [
    'alter table malware_scans modify files_scanned bigint unsigned not null',
    'alter table malware_detections modify file_path mediumtext not null',
    'alter table posture_scores modify incidents_low bigint not null',
    'alter table compliance_scans modify checks_run bigint not null',
    'alter table compliance_findings modify check_name mediumtext not null',
  ],
  sqlite: [],
}

it('columns that change their types are read at once, by connections that knew them before', async () => {
  const { url, db, insert } = await temporaryDatabase()
  await insert('malware_scans', malwareScan())
  await insert('malware_detections', detection())
  await insert('posture_scores', posture())
  await insert('compliance_scans', complianceScan({ server_name: 'web-1' }))
  await insert('compliance_findings', finding({ scan_id: 1 }))
  const service = await startService(url, { memory: '0', deadline: '60' })
  onTestFinished(service.stop)
  const all = async () => {
    const answers = await Promise.all(EVERY_URL.map((url) => service.get(url)))
    return answers.map(({ status, body: { timestamp, last_scan_days, ...body } }) => ({
      status,
      body,
    }))
  }
  const before = await all()
  expect(before.map(({ status }) => status)).toEqual(EVERY_URL.map(() => 200))
  for (const statement of OTHER_TYPES[inject('engine')]) {
    await db.executeQuery(CompiledQuery.raw(statement))
    expect(await all()).toEqual(before)
  }
})

itOn('postgres')('each connection prepares a statement once, and knows it again', async () => {
  const { url } = await temporaryDatabase()
  const session = await engineAt(url).openSession()
  onTestFinished(session.close)
  const ask = (text: string) => session.db.executeQuery<{ n: number }>(CompiledQuery.raw(text))
  for (let i = 0; i < 3; i++) await ask('select 1 as n')
  const { rows } = await ask(
    `select generic_plans + custom_plans as n from pg_prepared_statements where statement = 'select 1 as n'`,
  )
  expect(rows).toEqual([{ n: 3 }])
})

itOn('postgres')('which database answers is asked by what was prepared, too', async () => {
  const { url } = await temporaryDatabase()
  const session = await engineAt(url).openSession()
  onTestFinished(session.close)
  for (let i = 0; i < 3; i++) expect(await session.origin(TABLE_NAMES)).not.toBeNull()
  const { rows } = await session.db.executeQuery<{ n: number }>(
    CompiledQuery.raw(`
      select generic_plans + custom_plans as n from pg_prepared_statements
      where statement like '%pg_postmaster_start_time%'`),
  )
  expect(rows).toEqual([{ n: 3 }])
})

itOn('postgres')(
  'a plan is made anew when it is old, also where no statistics were made',
  async () => {
    const { url } = await temporaryDatabase()
    const client = new Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('create temporary table growing as select 1 as id')
    await client.query('create index on growing (id)')
    await client.query('analyze growing')
    let now = 0
    const query = preparing(() => now)(client)
    const SELECT = 'select id from growing where id = 7'
    const plan = async () => {
      await query('begin', [])
      await query(SELECT, [])
      await query('commit', [])
      const { rows } = await client.query('select name from pg_prepared_statements')
      return JSON.stringify((await client.query(`explain execute "${rows[0].name}"`)).rows)
    }
    expect(await plan()).toContain('Seq Scan')
    await client.query('insert into growing select * from generate_series(1, 100000)')
    now = 9_999
    expect(await plan()).toContain('Seq Scan')
    now = 10_000
    expect(await plan()).toMatch(/Index|Bitmap/)
  },
)

itOn('postgres')('what a pooler has lost or has already is prepared no more', async () => {
  const { url } = await temporaryDatabase()
  const reader = databaseReader(engineAt(url))
  onTestFinished(reader.close)
  const ask = (...texts: string[]) =>
    reader.read(async ({ db }) => {
      const results = []
      for (const text of texts)
        results.push(await db.executeQuery(CompiledQuery.raw(text) as never))
      return results[0]?.rows
    })
  // As if the next answer were given another session of the server.
  const LOSE = 'deallocate all'
  expect(await ask('select 1 as n', LOSE)).toEqual([{ n: 1 }])
  await expect(ask('select 1 as n')).rejects.toThrow(Replaced)
  for (let i = 0; i < 3; i++) expect(await ask('select 1 as n', LOSE)).toEqual([{ n: 1 }])
})

itOn('postgres')('what a pooler keeps although it is outdated is prepared no more', async () => {
  const { url } = await temporaryDatabase()
  const kept = new Client(url)
  await kept.connect()
  onTestFinished(() => kept.end())
  await kept.query('create temporary table changing as select 1 as n')
  const TEXT = 'select n from changing'
  await kept.query({ name: 'kept', text: TEXT })
  await kept.query('alter table changing alter column n type text')
  // As a pooler: every connection gets what was prepared for the first one.
  const pooled = {
    query: (it: string | object) =>
      kept.query(typeof it === 'string' ? it : { name: 'kept', text: TEXT }),
  } as Client
  const connect = preparing(RUNNING)
  await expect(connect(pooled)(TEXT, [])).rejects.toThrow(Replaced)
  expect((await connect(pooled)(TEXT, [])).rows).toEqual([{ n: '1' }])
})

itOn('postgres')('an answer without a service is asked again, too', async () => {
  const { url, db } = await temporaryDatabase()
  const { answer, close } = answersOf(url)
  onTestFinished(close)
  const malware = async () => JSON.parse(Buffer.from(await answer({ ask: 'malware' })).toString())
  const before = await malware()
  await db.executeQuery(
    CompiledQuery.raw('alter table malware_scans alter column scan_type type varchar(255)'),
  )
  expect(await malware()).toEqual({ ...before, timestamp: expect.any(String) })
})

itOn('postgres')('a name stands for one text, on whichever connection', async () => {
  const { url } = await temporaryDatabase()
  const [one, other] = ['select 1 as n', 'select 2 as n']
  const named = async (...texts: string[]) => {
    const session = await engineAt(url).openSession()
    onTestFinished(session.close)
    for (const text of texts) await session.db.executeQuery(CompiledQuery.raw(text))
    const { rows } = await session.db.executeQuery<{ name: string; statement: string }>(
      CompiledQuery.raw('select name, statement from pg_prepared_statements'),
    )
    return new Map(rows.map(({ name, statement }) => [statement, name]))
  }
  const [first, second] = [await named(one, other), await named(other, one)]
  // Behind a pooler a session may be asked by name for what another connection has prepared there.
  for (const text of [one, other]) expect(second.get(text)).toBe(first.get(text))
  expect(first.get(one)).not.toBe(first.get(other))
})
