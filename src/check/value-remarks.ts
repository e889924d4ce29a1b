// What is told about values that no answer can be made of, and the SQL that mends them.
import type { Kind, TableName } from '../database/schema/schema.ts'
import { type Example, examples, firstOf, idInSql, rowsThat } from './examples.ts'
import { Garbled } from './garbled.ts'
import type { ValueCode } from './judge.ts'
import { idOf, type Readable } from './looking.ts'
import { NEEDS } from './needs.ts'
import { type Remark, remarkOf } from './remark.ts'
import { NAME_RULE, renames } from './renames.ts'

/** Rows that have the same fault in the same column. */
export interface Fault {
  readonly table: TableName
  readonly is: Readable['is']
  readonly column: string
  readonly kind: Kind
  readonly code: ValueCode
  readonly rows: Example[]
}

interface Words {
  readonly one: string
  readonly several: string
  /** SQL on a table; a view is mended by words. */
  readonly fix: (fault: Fault) => string[]
}

const holds = (what: string, fix: Words['fix']): Words => ({
  one: `holds ${what}`,
  several: `hold ${what}`,
  fix,
})

/** Only the operator knows what is right, and for each row it may be something else. */
const setInRows: Words['fix'] = ({ table, column, kind, rows }) => {
  const { words, blank } = NEEDS[kind]
  const shown = firstOf(rows)
  return [
    `Let the producer write ${words}, and put in what is right where it is not:`,
    ...shown.map(({ id, value }) => {
      const row = `${idOf(table)} = ${idInSql(id)}`
      // Such a name may stand in thousands of rows.
      const ofName = `${column} = (select ${column} from ${table} where ${row})`
      const where = value instanceof Garbled ? ofName : row
      return `update ${table} set ${column} = ${blank} where ${where};`
    }),
    ...(rows.length > shown.length ? ['Then check again, for the next rows.'] : []),
  ]
}

const fillNulls: Words['fix'] = (fault) => {
  const { table, column, kind, rows } = fault
  const { fallback } = NEEDS[kind]
  if (fallback === null || rows.some(({ value }) => value !== null)) return setInRows(fault)
  return [
    `update ${table} set ${column} = ${fallback} where ${column} is null; -- or what is right for them`,
  ]
}

const WORDS: Readonly<Record<ValueCode, Words>> = {
  null: holds('null where a value is needed', fillNulls),
  unreadable: holds('what cannot be read', setInRows),
  'too-large': holds(`a number beyond ${Number.MAX_SAFE_INTEGER}`, setInRows),
  negative: holds('a number below 0', setInRows),
  score: holds('a score outside of 0 to 100', setInRows),
  severity: holds(
    'a severity outside of critical, high, medium, low, which no answer shows',
    setInRows,
  ),
  json: holds('no JSON object, which is shown as {}', fillNulls),
  name: holds(
    `a category that the API can never select (${NAME_RULE})`,
    ({ table, column, rows }) => [
      'Rename the category in the producer, and in the rows that are there.',
      ...renames(table, column, rows),
    ],
  ),
  'duplicate-id': {
    one: 'repeats the id of another',
    several: 'repeat the id of another',
    fix: ({ table, column }) => [
      `Look at the rows that share an id. Delete the copies, give the others an id of their own, and make ${column} the primary key of ${table}.`,
    ],
  },
}

export function faultRemark(fault: Fault): Remark {
  const { table, is, column, kind, code, rows } = fault
  const words = WORDS[code]
  const text = `${rowsThat(rows.length, words.one, words.several)}: ${examples(idOf(table), rows)}`
  const fix =
    is === 'table'
      ? words.fix(fault)
      : [
          `Let the view ${table} give ${NEEDS[kind].words} as ${column}${code === 'duplicate-id' ? ', and each row once' : ''}, or mend the rows behind it.`,
        ]
  // Null is allowed there. It costs a line in the log each time it is read.
  const isHarmless = code === 'json' && rows.every(({ value }) => value === null)
  return remarkOf(isHarmless ? 'advice' : 'problem', code, `${table}.${column}`, text, ...fix)
}
