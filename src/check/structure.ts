// Tables and columns: are they there, may they be read, can their types give what is needed, and
// do names compare byte for byte?
import { type ColumnFacts, createWhole, type Relation } from '../database/inspection.ts'
import { type Kind, TABLE_NAMES, type TableName } from '../database/schema.ts'
import { columnsOf, isReadable, type Looking, type Readable } from './looking.ts'
import { fits, NEEDS } from './needs.ts'
import { problem, type Remark, remarkOf } from './remark.ts'

/** Names by which answers are ordered and told apart. */
const ORDERED = [
  'malware_scans.scan_type',
  'compliance_scans.server_name',
  'compliance_findings.check_category',
]

const NONE = 'none of the tables is there: it is new, or another database than you mean'

export function structure(looking: Looking, where: string): Remark[] {
  const { relations, mend } = looking
  const isNew = TABLE_NAMES.every((it) => {
    const relation = relations.get(it)
    return relation?.is === 'missing' && relation.fix === null
  })
  if (isNew) return [problem('table-missing', where, NONE, mend.createAll)]
  return TABLE_NAMES.flatMap((table) => {
    const relation = relations.get(table)
    if (relation === undefined) return []
    return isReadable(relation)
      ? columns(looking, table, relation)
      : [absent(looking, table, relation)]
  })
}

function absent(
  { mend }: Looking,
  table: TableName,
  relation: Exclude<Relation, Readable>,
): Remark {
  switch (relation.is) {
    case 'missing': {
      const fix = relation.fix ?? createWhole(mend, table)
      return problem('table-missing', table, relation.reason, ...fix)
    }
    case 'denied':
      return problem('cannot-read', table, relation.reason, ...relation.fix)
    case 'broken':
      return problem(
        'view-broken',
        table,
        `it cannot be asked: ${relation.reason}`,
        `Drop the view ${table}, and create it over what is there now.`,
      )
  }
}

const columns = (looking: Looking, table: TableName, relation: Readable): Remark[] =>
  Object.entries(columnsOf(table)).flatMap(([column, kind]) => {
    const facts = relation.columns.get(column)
    if (facts === undefined) return [missing(looking, table, column, kind, relation)]
    if (!facts.readable) return [unreadable(table, column)]
    return [
      ...type(looking, table, column, kind, facts),
      ...collation(looking, table, column, kind, facts),
    ].map((remark) =>
      relation.is === 'table' ? remark : { ...remark, fix: inView(table, column, kind) },
    )
  })

const inView = (table: TableName, column: string, kind: Kind) =>
  `Create the view ${table} again, so that ${column} is ${NEEDS[kind].words}, compared byte for byte where it is a name.`

function missing(
  { mend }: Looking,
  table: TableName,
  column: string,
  kind: Kind,
  { is }: Readable,
): Remark {
  const { words, mayBeNull } = NEEDS[kind]
  const fix =
    is === 'view'
      ? `Create the view ${table} again with a column ${column}: ${words}${mayBeNull ? ', or null' : ''}.`
      : mend.addColumn(table, column, kind)
  const fill = is === 'view' || mayBeNull ? [] : ['Then fill it: it must not be null.']
  return problem('column-missing', `${table}.${column}`, `there is no such column`, fix, ...fill)
}

const unreadable = (table: TableName, column: string): Remark =>
  problem(
    'cannot-read',
    `${table}.${column}`,
    'the account may not read this column',
    `Let an administrator give it SELECT on the whole of ${table}.`,
  )

function type(
  { mend, now }: Looking,
  table: TableName,
  column: string,
  kind: Kind,
  { type: declared, holds }: ColumnFacts,
): Remark[] {
  if (fits(holds, kind, now.zone)) return []
  return [
    problem(
      'type',
      `${table}.${column}`,
      `its type is ${declared}, which cannot give ${NEEDS[kind].words}`,
      ...mend.changeType(table, column, kind, declared, now.zone),
    ),
  ]
}

function collation(
  { mend }: Looking,
  table: TableName,
  column: string,
  kind: Kind,
  { flaw }: ColumnFacts,
): Remark[] {
  const where = `${table}.${column}`
  if (flaw === null || (kind !== 'name' && kind !== 'severity')) return []
  if (flaw.matters === 'in order' && !ORDERED.includes(where)) return []
  const text = `its collation (${flaw.collation}) ${flaw.effect}`
  return [remarkOf(flaw.level, 'collation', where, text, mend.compareByBytes(table, column, kind))]
}
