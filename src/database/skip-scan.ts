// Questions that are answered by a seek for each distinct value, not by a look at every entry of an
// index. Some engines skip by themselves.
import { type RawBuilder, sql } from 'kysely'

/** Some rows of a table, and the column by which they are told apart. */
export interface Rows {
  readonly from: RawBuilder<unknown>
  readonly column: RawBuilder<string>
  readonly where: RawBuilder<boolean>
}

export interface Counted {
  readonly name: string
  readonly count: number
}

/** The distinct names of a column. */
export const skipScan = (table: string, column: string): RawBuilder<{ name: string }> =>
  distinct({ from: sql.table(table), column: sql.ref(column), where: sql`true` })

/** Each is found by a seek beyond the one before. */
const distinct = ({ from, column, where }: Rows) => sql<{ name: string }>`
  with recursive next (name) as (
    select min(${column}) from ${from} where ${where}
    union all
    select (select min(${column}) from ${from} where ${where} and ${column} > next.name)
    from next where next.name is not null
  )
  select name from next where name is not null`

/**
 * How many rows there are of each name, a seek for each: a stretch of an index is counted quicker than it
 * is grouped. Those without a name are not counted.
 */
export const countBySeeks = (rows: Rows): RawBuilder<Counted> => sql<Counted>`
  select name, (
    select count(*) from ${rows.from} where ${rows.where} and ${rows.column} = each_name.name
  ) as count
  from (${distinct(rows)}) as each_name`

/** The same in one pass, whatever way an engine finds to the rows. */
export const countByGroups = ({ from, column, where }: Rows): RawBuilder<Counted> => sql<Counted>`
  select ${column} as name, count(*) as count from ${from} where ${where} group by ${column}`
