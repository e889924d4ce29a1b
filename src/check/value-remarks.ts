// What is told about values that no answer can be made of, and the SQL that mends them.
import { examples, idList, rowsThat } from './examples.ts'
import type { Fault } from './fault.ts'
import { idOf } from './looking.ts'
import { NEEDS } from './needs.ts'
import { advice, type Code, problem, type Remark } from './remark.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

interface Words {
  readonly one: string
  readonly several: string
  /** SQL on a table; a view is mended by words. */
  readonly fix: (fault: Fault) => string
}

const holds = (what: string, fix: Words['fix']): Words => ({
  one: `holds ${what}`,
  several: `hold ${what}`,
  fix,
})

const setWhere =
  (value: string | null, where: (column: string) => string): Words['fix'] =>
  ({ table, column, kind }) =>
    `update ${table} set ${column} = ${value ?? NEEDS[kind].value} where ${where(column)};`

const setInRows = (fault: Fault): string =>
  `update ${fault.table} set ${fault.column} = ${NEEDS[fault.kind].value} where ${idOf(fault.table)} in (${idList(fault.rows)}); -- or what is right for them`

const NAME_RULE = 'letters a-z and A-Z, digits, _ and -, 255 at most'

const WORDS: Readonly<Partial<Record<Code, Words>>> = {
  null: holds(
    'null where a value is needed',
    setWhere(null, (it) => `${it} is null`),
  ),
  unreadable: holds('what cannot be read', setInRows),
  'too-large': holds(
    `a number beyond ${LARGEST}`,
    setWhere(`${LARGEST}`, (it) => `${it} > ${LARGEST}`),
  ),
  negative: holds(
    'a number below 0',
    setWhere('0', (it) => `${it} < 0`),
  ),
  score: holds('a score outside of 0 to 100', setInRows),
  severity: holds(
    'a severity outside of critical, high, medium, low, which no answer shows',
    setInRows,
  ),
  json: holds('no JSON object, which is shown as {}', setInRows),
  name: holds(
    `a category that the API can never select (${NAME_RULE})`,
    ({ table, column, rows }) =>
      `update ${table} set ${column} = 'NEW-NAME' where ${idOf(table)} in (${idList(rows)}); -- and rename it in the producer`,
  ),
  'duplicate-id': {
    one: 'repeats the id of another',
    several: 'repeat the id of another',
    fix: setInRows,
  },
}

export function faultRemark(fault: Fault): Remark {
  const { table, is, column, kind, code, rows } = fault
  const words = WORDS[code] as Words
  const text = `${rowsThat(rows.length, words.one, words.several)}: ${examples(idOf(table), rows)}`
  const fix =
    is === 'table'
      ? words.fix(fault)
      : `Let the view ${table} give ${NEEDS[kind].words} as ${column}${code === 'duplicate-id' ? ', and each row once' : ''}, or mend the rows behind it.`
  // Null is allowed there. It costs a line in the log each time it is read.
  const isHarmless = code === 'json' && rows.every(({ value }) => value === null)
  return (isHarmless ? advice : problem)(code, `${table}.${column}`, text, fix)
}
