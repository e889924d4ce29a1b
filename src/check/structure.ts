// Tables and columns: are they there, may they be read, can their types give what is needed, and
// do names compare byte for byte?
import { type ColumnFacts, createWhole, type Relation } from '../database/inspection/inspection.ts'
import { type Kind, TABLE_NAMES, type TableName } from '../database/schema/schema.ts'
import { isReadable, kindsOf, type Looking, type Readable } from './looking.ts'
import { ORDERED } from './name-order.ts'
import { fits, NEEDS } from './needs.ts'
import { problem, type Remark, remarkOf } from './remark.ts'

const NONE = 'none of the tables is there: it is new, or another database than you mean'

export function structure(looking: Looking, where: string): Remark[] {
  const { relations, mend } = looking
  const isNew = TABLE_NAMES.every((it) => {
    const relation = relations.get(it)
    return relation?.is === 'missing' && relation.fix === null
  })
  if (isNew) return [problem('table-missing', where, NONE, mend.createAll)]
  const together = Map.groupBy(TABLE_NAMES, (it) => sharedFix(relations.get(it)) ?? it)
  return [...together.values()].flatMap((tables) => {
    const [table] = tables as [TableName]
    const relation = relations.get(table)
    if (relation === undefined) return []
    return isReadable(relation)
      ? [...noSnapshot(table, relation), ...columns(looking, table, relation)]
      : [absent(looking, tables, relation)]
  })
}

/** The same for tables that one fix helps; null where each has its own. */
function sharedFix(relation: Relation | undefined): string | null {
  const isShared =
    relation?.is === 'denied' || (relation?.is === 'missing' && relation.fix !== null)
  return isShared ? `${relation.is}: ${relation.reason}` : null
}

function absent(
  { mend }: Looking,
  tables: readonly TableName[],
  relation: Exclude<Relation, Readable>,
): Remark {
  const where = tables.join(', ')
  switch (relation.is) {
    case 'missing': {
      const fix = relation.fix ?? tables.flatMap((table) => createWhole(mend, table))
      return problem('table-missing', where, relation.reason, ...fix)
    }
    case 'denied':
      return problem('cannot-read', where, relation.reason, ...relation.fix(tables))
    case 'broken':
      return problem(
        'view-broken',
        where,
        `it cannot be asked: ${relation.reason}`,
        `Drop the view ${where}, and create it over what is there now.`,
      )
  }
}

function noSnapshot(table: TableName, { noSnapshot: found }: Readable): Remark[] {
  if (found === null) return []
  const text = `its engine is ${found.engine}, which has no snapshots, so one answer may show two moments`
  return [problem('no-snapshot', table, text, found.fix)]
}

/** A column that must be there. */
interface Needed {
  readonly table: TableName
  readonly column: string
  readonly kind: Kind
}

const columns = (looking: Looking, table: TableName, relation: Readable): Remark[] =>
  Object.entries(kindsOf(table)).flatMap(([column, kind]) => {
    const needed = { table, column, kind }
    const facts = relation.columns.get(column)
    if (facts === undefined) return [missing(looking, needed, relation)]
    if (!facts.readable) return [unreadable(needed)]
    const found = [...type(looking, needed, facts), ...collation(looking, needed, facts)]
    if (relation.is === 'table') return found
    return found.map((remark) => ({ ...remark, fix: inView(needed) }))
  })

const placeOf = ({ table, column }: Needed): string => `${table}.${column}`

const inView = ({ table, column, kind }: Needed) =>
  `Create the view ${table} again, so that ${column} is ${NEEDS[kind].words}, compared byte for byte where it is a name.`

function missing({ mend }: Looking, needed: Needed, { is }: Readable): Remark {
  const { table, column, kind } = needed
  const { words, mayBeNull } = NEEDS[kind]
  const fix =
    is === 'view'
      ? [
          `Create the view ${table} again with a column ${column}: ${words}${mayBeNull ? ', or null' : ''}.`,
        ]
      : mend.addColumn(table, column, kind)
  return problem('column-missing', placeOf(needed), 'there is no such column', ...fix)
}

const unreadable = (needed: Needed): Remark =>
  problem(
    'cannot-read',
    placeOf(needed),
    'the account may not read this column',
    `Let an administrator give it SELECT on the whole of ${needed.table}.`,
  )

function type({ mend, now }: Looking, needed: Needed, facts: ColumnFacts): Remark[] {
  const { table, column, kind } = needed
  const { type: declared, holds } = facts
  if (fits(holds, kind, now.zone)) return []
  return [
    problem(
      'type',
      placeOf(needed),
      `its type is ${declared}, which cannot give ${NEEDS[kind].words}`,
      ...mend.changeType(table, column, kind, facts, now.zone),
    ),
  ]
}

function collation({ mend }: Looking, needed: Needed, { flaws }: ColumnFacts): Remark[] {
  const { table, column, kind } = needed
  const where = placeOf(needed)
  const flaw = flaws.find((it) => it.matters === 'always' || ORDERED.includes(where))
  if (flaw === undefined || (kind !== 'name' && kind !== 'severity')) return []
  const text = `its collation (${flaw.collation}) ${flaw.effect}`
  return [remarkOf(flaw.level, 'collation', where, text, mend.compareByBytes(table, column, kind))]
}
