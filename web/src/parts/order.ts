// Sorting by one column, kept in the address: `sort=-score` is by score, highest first.
import { refine, useAddress } from '../app/address.ts'

export type Sortable = string | number | null

export interface Order {
  readonly id: string
  readonly isDown: boolean
}

export function useOrder(fallback: string, name = 'sort') {
  const text = useAddress().search.get(name) ?? fallback
  const order: Order = { id: text.replace(/^-/, ''), isDown: text.startsWith('-') }
  const by = (id: string, isDown: boolean) => {
    const chosen = `${isDown ? '-' : ''}${id}`
    refine({ [name]: chosen === fallback ? null : chosen })
  }
  return { order, by }
}

const texts = new Intl.Collator(undefined, { numeric: true })

function compare(a: Sortable, b: Sortable): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return texts.compare(String(a), String(b))
}

/** What is not known comes last, whichever way. Equal ones stay as they came. */
export function sorted<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Sortable,
  isDown: boolean,
): Row[] {
  return rows.toSorted((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return isDown ? compare(b, a) : compare(a, b)
  })
}
