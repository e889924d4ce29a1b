// How rows come out of SQLite. node:sqlite looks at each cell of a row three times, and takes a lock
// each time; the arguments of a function it hands over without. So a query is given a function in
// place of its columns, which takes each row as it is found, and all that is read plainly is one
// number: that saves nearly half of the time.
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import { objectOf } from '../rows/object-maker.ts'
import { isOutOfRange } from './failure.ts'
import { TAKE, takingForms } from './taking-forms.ts'

/** The rows of a query; null where one of them has an integer that a number cannot hold. */
export type TakenRows = (parameters: readonly unknown[]) => object[] | null

/** null where a query is better read as it is. */
export type RowTaking = (query: CompiledQuery) => TakenRows | null

export function rowTaking(database: DatabaseSync): RowTaking {
  let rows: object[] = []
  let rowOf = objectOf([])
  // It returns null, so that SQLite has nothing to keep and nothing to count.
  database.function(TAKE, { varargs: true, directOnly: true }, (...cells) => {
    rows.push(rowOf(cells))
    return null
  })

  function prepared(text: string, names: readonly string[]) {
    const statement = database.prepare(text)
    const row = objectOf(names)
    return {
      plans: () => plansOf(statement),
      rows(parameters: readonly unknown[]): object[] {
        const taken: object[] = []
        rows = taken
        rowOf = row
        try {
          statement.get(...(parameters as SQLInputValue[]))
          return taken
        } finally {
          rows = []
        }
      },
    }
  }

  return (query) => {
    const forms = takingForms(query)
    if (forms === null) return null
    const { names, asFound, asSorted } = forms
    let quick =
      asFound === null || isSorted(database, asFound) ? undefined : prepared(asFound, names)
    const plans = quick?.plans()
    let safe: ReturnType<typeof prepared> | undefined

    function taken(parameters: readonly unknown[]): object[] {
      const found = quick?.rows(parameters)
      if (found !== undefined && quick?.plans() === plans) return found
      // Another plan, because an index was dropped or for the values at hand: it may sort.
      quick = undefined
      safe ??= prepared(asSorted, names)
      return safe.rows(parameters)
    }

    return (parameters) => {
      try {
        return taken(parameters)
      } catch (error) {
        if (isOutOfRange(error)) return null
        throw error
      }
    }
  }
}

/** Newer than the type definitions. */
type Counted = StatementSync & { stat?(counter: 'reprepare'): number }

/** How often SQLite has planned it anew; where Node cannot tell, a number that is never the same. */
const plansOf = (statement: Counted): number => statement.stat?.('reprepare') ?? Number.NaN

/**
 * Where SQLite sorts rows, it calls the function before it does so: for every row, listed or not, and
 * in another order.
 */
function isSorted(database: DatabaseSync, text: string): boolean {
  const plan = database.prepare(`explain query plan ${text}`).all()
  return plan.some(({ detail }) => /USE TEMP B-TREE FOR .*ORDER BY/.test(String(detail)))
}
