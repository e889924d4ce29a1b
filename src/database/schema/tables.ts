// The rows of the tables as types, made of what the schema says of each column.
import type { Generated } from 'kysely'
import type { Severity } from '../../severity.ts'
import type { ImportKind, SCHEMA } from './schema.ts'

/** What a column of each kind holds. */
interface Values {
  id: Generated<number>
  key: number
  name: string
  text: string
  textOrEmpty: string
  action: string
  hash: string
  /** 'YYYY-MM-DD HH:MM:SS', in the configured time zone. */
  dateTime: string
  count: number
  score: number
  severity: Severity
  complianceScan: number
  malwareScan: number | null
  optionalId: number | null
  optionalScore: number | null
  optionalText: string | null
  optionalDateTime: string | null
  json: string | null
}

// A type, because Kysely adds no interface to the tables that it knows.
export type RowsOf<Schema extends Record<string, Record<string, ImportKind>>> = {
  -readonly [Table in keyof Schema]: {
    -readonly [Column in keyof Schema[Table]]: Values[Schema[Table][Column]]
  }
}

/** The tables that producers write and the service reads. What a later migration adds belongs here. */
export type Tables = RowsOf<typeof SCHEMA>
