// Indexes, by what they hold and not by their names. Views have none of their own.

import { serves } from '../database/inspection/inspection.ts'
import { CONDITIONS, type Index } from '../database/schema/indexes.ts'
import type { TableName } from '../database/schema/schema.ts'
import { idOf, kindsOf, type Looking, type Readable, readableTables } from './looking.ts'
import { fits } from './needs.ts'
import { problem, type Remark } from './remark.ts'

export const indexes = (looking: Looking): Remark[] =>
  readableTables(looking).flatMap(([table, relation]) =>
    relation.is === 'view' ? [] : missing(looking, table, relation),
  )

function missing(looking: Looking, table: TableName, relation: Readable): Remark[] {
  const { inspector, mend } = looking
  const id = idOf(table)
  const key: Index = { name: `${table}_id`, table, columns: [id], of: 'all' }
  const present = (column: Index['columns'][number]) =>
    relation.columns.get(typeof column === 'string' ? column : column.dayOf)?.readable
  return [key, ...mend.indexes.filter((it) => it.table === table)]
    .filter(({ columns }) => columns.every(present))
    .flatMap((index) => {
      const serving = relation.indexes.filter((it) => serves(it, index, inspector.partialIndexes))
      if (serving.some(({ repair }) => repair === null)) return []
      const [unused] = serving
      const what = `${index.columns.map(words).join(', ')}${index.of === 'all' ? '' : ` of ${index.of} rows`}`
      return [
        problem(
          'index-missing',
          table,
          `no index${unused ? ' in use' : ''} serves ${what}, so more is read than an answer needs`,
          ...(unused?.repair ? [unused.repair] : making(looking, index, relation)),
        ),
      ]
    })
}

/** Where the engine refuses a column as it is, that is changed first. */
function making({ inspector, mend, now }: Looking, index: Index, relation: Readable): string[] {
  const { table, columns } = index
  const days = new Set(columns.flatMap((it) => (typeof it === 'string' ? [] : [it.dayOf])))
  const names = columns.map((it) => (typeof it === 'string' ? it : it.dayOf))
  const inFront = inspector.partialIndexes ? [] : CONDITIONS[index.of].columns
  const first = [...new Set([...inFront, ...names])].flatMap((column) => {
    const facts = relation.columns.get(column)
    const kind = kindsOf(table)[column]
    if (!facts || !kind || mend.canIndex(facts, kind, days.has(column))) return []
    return fits(facts.holds, kind, now.zone)
      ? mend.changeType(table, column, kind, facts, now.zone)
      : [`-- First change the type of ${column}, as it is told for ${table}.${column}.`]
  })
  return [...first, mend.createIndex({ ...index, name: freeName(index.name, relation) })]
}

const words = (column: Index['columns'][number]) =>
  typeof column === 'string' ? column : `the day of ${column.dayOf}`

/** An index of that name may be there, on other columns. */
function freeName(name: string, { indexes }: Readable): string {
  const taken = indexes.map((it) => it.name.toLowerCase())
  let free = name
  for (let n = 2; taken.includes(free); n++) free = `${name}_${n}`
  return free
}
