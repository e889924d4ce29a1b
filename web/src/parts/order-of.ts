export type Sortable = string | number | null

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
