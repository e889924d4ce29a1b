// What the documents say about engines and servers, held against the code.
import { parseAddress } from '../../src/address.ts'
import { columnOf as mariadb } from '../../src/database/mariadb/columns.ts'
import { COLLATIONS } from '../../src/database/mariadb/migrations.ts'
import { columnOf as postgres } from '../../src/database/postgres/columns.ts'
import type { Kind } from '../../src/database/schema/schema.ts'
import { LIMITS, limitsWithin } from '../../src/database/servers/session.ts'
import { columnOf as sqlite } from '../../src/database/sqlite/columns.ts'
import { code, difference, rowOf, rows, section } from './documents.ts'

/** A declaration up to what is no longer its type. */
const typeOf = (declaration: string): string =>
  declaration.split(/,| (?:not null|default|check|references|generated|primary|auto_)/, 1)[0] ?? ''

const KINDS = Object.keys(sqlite) as Kind[]

export function typeProblems(text: string): string[] {
  const types = KINDS.map((kind) =>
    rowOf(...[sqlite, postgres, mariadb].map((columnOf) => code(typeOf(columnOf[kind]('it'))))),
  )
  return difference([...new Set(types)], rows(section(text, '## Types on each engine'), 3))
}

export const collationProblems = (text: string): string[] =>
  [...Object.values(COLLATIONS), 'collate "C"'].filter((it) => !text.includes(code(it)))

export function limitProblems(text: string): string[] {
  const all = Object.entries({ ...LIMITS, ...limitsWithin() })
  const limits = all.map(([name, ms]) => rowOf(code(name), `${ms / 1000} s`))
  return difference(limits, rows(section(text, '## Limits'), 2))
}

/** Addresses of servers that a document shows and that cannot be read. */
export const addressProblems = (text: string): string[] =>
  [...text.matchAll(/\b(?:postgres|mariadb|mysql):\/\/[^\s`'"|…]+\/\w+[^\s`'"|,]*/g)]
    .map(([address]) => address.replace(':PORT', ''))
    .filter((address) => parseAddress(address) === undefined)
