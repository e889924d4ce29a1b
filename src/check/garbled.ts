// Names that are read as others than are stored: SQLite takes any bytes for a text, and gives a � for those
// that are no UTF-8. Where a � is stored, the name is as good as any.
import { sql } from 'kysely'
import type { Db } from '../database/inspection/inspection.ts'

/** Stands in the place of such a name. */
export class Garbled {
  readonly read: string

  constructor(read: string) {
    this.read = read
  }
}

interface Name {
  readonly id: unknown
  readonly value: unknown
}

/** How many at once: every engine takes twice as many parameters. */
const AT_ONCE = 1_000

/** The ids of those of these rows whose name is garbled. */
export async function garbled(
  db: Db,
  [table, id, column]: readonly [table: string, id: string, column: string],
  names: readonly Name[],
): Promise<ReadonlySet<unknown>> {
  const found = new Set<unknown>()
  const suspected = names.filter(
    ({ value }) => typeof value === 'string' && value.includes('\uFFFD'),
  )
  for (let i = 0; i < suspected.length; i += AT_ONCE) {
    const some = suspected.slice(i, i + AT_ONCE)
    for (const { id } of some) found.add(id)
    const { rows } = await sql<{ id: unknown }>`
      select ${sql.ref(id)} as id from ${sql.table(table)}
      where ${sql.ref(id)} in (${sql.join(some.map((it) => it.id))})
        and ${sql.ref(column)} in (${sql.join([...new Set(some.map((it) => it.value))])})`.execute(
      db,
    )
    for (const { id } of rows) found.delete(id)
  }
  return found
}
