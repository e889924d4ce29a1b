// The demo as the tables hold it once it is stored.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import type { Tables } from '../../src/database/schema/tables.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import type { Moment } from '../../src/time.ts'

export type DemoRows = { readonly [Name in keyof Tables]: readonly Selectable<Tables[Name]>[] }

export async function demoRows({ epochSeconds, zone }: Moment): Promise<DemoRows> {
  const folder = mkdtempSync(join(tmpdir(), 'secdash-test-'))
  const engine = engineAt(`sqlite:${join(folder, 'demo.db')}`)
  try {
    await migrate(engine)
    await fillDemo(engine, epochSeconds * 1000, zone)
    const db = await engine.openForWriting()
    const rows: Record<string, unknown> = {}
    for (const table of TABLE_NAMES) rows[table] = await db.selectFrom(table).selectAll().execute()
    await db.destroy()
    return rows as DemoRows
  } finally {
    rmSync(folder, { recursive: true })
  }
}
