import { type SelectQueryBuilder, sql } from 'kysely'
import type { Snapshot } from './snapshot.ts'
import { statement, type Value } from './statement.ts'

/** Of `finding.detected_at` it is `detected_at`. */
type NameOf<Column> = Column extends `${string}.${infer Name}` ? Name : Column

/**
 * A statement of the newest rows first, up to its limit. A view may have some without a date: they are
 * the oldest, whatever the engine thinks, so they are listed only where those with a date do not fill
 * the list.
 */
export function newestFirst<
  Values extends readonly Value[],
  Column extends string,
  Row extends Record<NameOf<Column>, unknown>,
>(
  date: Column,
  build: (snapshot: Snapshot, ...values: Values) => SelectQueryBuilder<never, never, Row>,
): (snapshot: Snapshot, ...values: Values) => Promise<Row[]> {
  const name = date.slice(date.indexOf('.') + 1) as NameOf<Column>
  const all = statement(build)
  const dated = statement((snapshot, ...values: Values) =>
    build(snapshot, ...values).where(sql<boolean>`${sql.ref(date)} is not null`),
  )

  return async (snapshot, ...values) => {
    const rows = await all(snapshot, ...values)
    if (rows[0]?.[name] !== null) return rows
    const those = await dated(snapshot, ...values)
    return those.length < rows.length ? rows : those
  }
}
