import type { Kind, TableName } from '../database/schema.ts'
import type { Example } from './examples.ts'
import type { Readable } from './looking.ts'
import type { Code } from './remark.ts'

/** Rows that have the same fault in the same column. */
export interface Fault {
  readonly table: TableName
  readonly is: Readable['is']
  readonly column: string
  readonly kind: Kind
  readonly code: Code
  readonly rows: Example[]
}
