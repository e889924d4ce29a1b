// To build and compile a query costs as much as to run a short one. So each is compiled once for an
// engine, with a placeholder for each value that it is asked with.
import type { CompiledQuery } from 'kysely'
import type { Expressions } from './engine.ts'
import type { Snapshot } from './snapshot.ts'

export type Value = string | number | null

/** Stands for a value while a query is compiled. */
class Placeholder {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

interface Query<Row> {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] }
  execute(): Promise<Row[]>
}

/**
 * A query that is built once. What it is built of must be bound as it is given: `build` is handed
 * placeholders, not values. Only a null is given as such, because a query is another one without it.
 */
export function statement<Values extends readonly Value[], Row>(
  build: (snapshot: Snapshot, ...values: Values) => Query<Row>,
): (snapshot: Snapshot, ...values: Values) => Promise<Row[]> {
  const compiled = new WeakMap<Expressions, Map<string, CompiledQuery<Row>>>()

  function compiledFor(snapshot: Snapshot, values: Values): CompiledQuery<Row> {
    const ofEngine = compiled.get(snapshot.engine) ?? new Map<string, CompiledQuery<Row>>()
    compiled.set(snapshot.engine, ofEngine)
    const given = values.map((value) => (value === null ? '-' : 'x')).join('')
    let query = ofEngine.get(given)
    if (query === undefined) {
      const placeholders = values.map((value, at) => (value === null ? null : new Placeholder(at)))
      query = build(
        snapshot,
        ...(placeholders as unknown as Values),
      ).compile() as CompiledQuery<Row>
      ofEngine.set(given, query)
    }
    return query
  }

  return async (snapshot, ...values) => {
    const query = compiledFor(snapshot, values)
    const parameters = query.parameters.map((it) =>
      it instanceof Placeholder ? values[it.at] : it,
    )
    const { rows } = await snapshot.db.executeQuery<Row>({ ...query, parameters } as never)
    return rows as Row[]
  }
}
