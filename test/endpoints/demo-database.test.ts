// secdash demo --database: the story in a database of the operator's own.
import { expect, it, vi } from 'vitest'
import { IMPORT_TABLE_NAMES } from '../../src/database/schema/import-tables.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { temporaryDatabase } from '../support/database.ts'
import { malwareScan } from '../support/rows.ts'
import { secdash, started } from '../support/terminal.ts'

const MIGRATIONS = ['secdash_migrations', 'secdash_migrations_lock']

it('secdash demo --database fills an empty database, serves it, and leaves it there', async () => {
  const { url, db, insert } = await temporaryDatabase()
  for (const table of [...TABLE_NAMES.toReversed(), ...IMPORT_TABLE_NAMES, ...MIGRATIONS]) {
    await db.schema.dropTable(table).ifExists().execute()
  }
  const flags = ['--database', url, '--port', '0', '--readers', '1']
  const { signals, stdout, ended } = await started(['demo', ...flags])
  const address = await vi.waitFor(
    async () => {
      const [, found] = /'(http:[^']*)\/api\/malware.php'/.exec(await stdout.text()) ?? []
      expect(found).toBeDefined()
      return found
    },
    { timeout: 200_000 },
  )
  const reply = await fetch(`${address}/api/compliance-scans.php`, {
    headers: { 'X-Auth-User-ID': 'tester' },
  })
  expect(await reply.json()).toMatchObject({ total_servers: 8 })
  signals.emit('SIGTERM')
  expect((await ended).code).toBe(0)

  // What comes after gets ids of its own.
  const { count } = await db
    .selectFrom('malware_scans')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(100)
  await insert('malware_scans', malwareScan())

  const again = await secdash(['demo', ...flags])
  expect(again.code).toBe(1)
  expect(again.stderr).toMatch(/^secdash: .* holds data; name an empty database for the demo\n$/)
})
