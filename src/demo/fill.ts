// Writes the demo into a database that has the tables and nothing in them.
import { sql, type Transaction } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { TABLE_NAMES } from '../database/schema.ts'
import type { Tables } from '../database/tables.ts'
import { momentOf } from '../time.ts'
import { demoRows } from './rows.ts'
import type { DemoRows } from './table-rows.ts'

const SEED = 1

/** One statement binds at most 32,766 values in SQLite; a finding has 21. */
const ROWS_A_STATEMENT = 500

export async function fillDemo(
  engine: Engine,
  nowMs: number,
  timezone: string,
  seed = SEED,
): Promise<void> {
  const rows = demoRows(momentOf(nowMs, timezone), seed)
  const db = await engine.openForWriting()
  try {
    await db.transaction().execute((transaction) => store(transaction, rows))
    await engine.skipGivenIds(db)
  } finally {
    await db.destroy()
  }
}

/** Whether any of the tables holds a row. */
export async function holdsData(engine: Engine): Promise<boolean> {
  const db = await engine.openForWriting()
  try {
    for (const table of TABLE_NAMES) {
      const row = await db
        .selectFrom(table)
        .select(sql.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
      if (row !== undefined) return true
    }
    return false
  } finally {
    await db.destroy()
  }
}

async function store(db: Transaction<Tables>, rows: DemoRows): Promise<void> {
  // Scans come before what was found in them.
  await insert(db, 'malware_scans', rows)
  await insert(db, 'malware_detections', rows)
  await insert(db, 'compliance_scans', rows)
  await insert(db, 'compliance_findings', rows)
  await insert(db, 'posture_scores', rows)
}

async function insert(db: Transaction<Tables>, table: keyof Tables, all: DemoRows): Promise<void> {
  const rows = all[table]
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
    const some = rows.slice(first, first + ROWS_A_STATEMENT)
    await db
      .insertInto(table)
      // The rows are those of the table; which table it is, the type no longer knows.
      .values(some as never)
      .execute()
  }
}
