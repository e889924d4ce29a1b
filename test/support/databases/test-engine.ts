// What tests need of an engine besides what the service needs of it.
import { randomUUID } from 'node:crypto'
import type { Kind } from '../../../src/database/schema/schema.ts'

export interface NewDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** Those that the service reads; or those of the importers too, which take time to make. */
export type TestTables = 'service' | 'all'

export interface TestEngine {
  /** With the service's own tables, and nothing in them. */
  newDatabase(server: string, tables: TestTables): Promise<NewDatabase>
  /** Columns that take all that their type can hold: no checks, no references, text for JSON. */
  readonly plainColumnOf: Readonly<Record<Kind, () => string>>
  /** What follows the columns of such a table. */
  readonly plainSuffix: string
  /** The type of bytes that are no text. */
  readonly bytes: string
}

interface PlainTypes {
  readonly id: string
  readonly integer: string
  readonly real: string
  readonly text: string
  readonly dateTime: string
}

export function plainColumns(types: PlainTypes): TestEngine['plainColumnOf'] {
  const of = (type: keyof PlainTypes) => () => types[type]
  return {
    id: of('id'),
    name: of('text'),
    text: of('text'),
    textOrEmpty: of('text'),
    action: of('text'),
    optionalText: of('text'),
    dateTime: of('dateTime'),
    optionalDateTime: of('dateTime'),
    count: of('integer'),
    score: of('real'),
    optionalScore: of('real'),
    severity: of('text'),
    json: of('text'),
    malwareScan: of('integer'),
    complianceScan: of('integer'),
  }
}

export const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`
