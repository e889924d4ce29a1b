import type { Kind, TableName } from '../database/schema/schema.ts'
import type { Example } from './examples.ts'
import type { Readable } from './looking.ts'
import type { Code } from './remark.ts'

/** What can be wrong with a value. */
export type ValueCode = Extract<
  Code,
  | 'null'
  | 'unreadable'
  | 'too-large'
  | 'negative'
  | 'score'
  | 'severity'
  | 'json'
  | 'name'
  | 'duplicate-id'
>

/** Rows that have the same fault in the same column. */
export interface Fault {
  readonly table: TableName
  readonly is: Readable['is']
  readonly column: string
  readonly kind: Kind
  readonly code: ValueCode
  readonly rows: Example[]
}
