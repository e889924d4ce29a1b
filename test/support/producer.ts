// A producer: a program that knows the tables and SQLite, and nothing of the service.
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { CONTRACT, plainInsert } from './contract-rows.ts'
import { temporaryDatabase } from './database.ts'

type Row = Record<string, unknown>
type Values = Parameters<typeof plainInsert>[1]

export interface Producer {
  readonly url: string
  readonly raw: DatabaseSync
  /** Writes the row of the contract with these columns changed; the id of the new row. */
  write(table: string, changed?: Values): number
  rows(sql: string): Row[]
}

/** With a compliance scan, number 1, that findings may belong to. */
export async function producer(): Promise<Producer> {
  const { path, url } = await temporaryDatabase()
  const raw = new DatabaseSync(path)
  onTestFinished(() => raw.close())
  const write = (table: string, changed: Values = {}) => {
    const { sql, values } = plainInsert(table, { ...CONTRACT[table]?.columns, ...changed })
    return Number(raw.prepare(sql).run(...values).lastInsertRowid)
  }
  write('compliance_scans', { scan_id: 1 })
  return { url, raw, write, rows: (sql) => raw.prepare(sql).all() as Row[] }
}
