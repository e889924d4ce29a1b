// Orders as the contract states them: names by their bytes, dates and ids by value.

export type Compare<Row> = (a: Row, b: Row) => number

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))

export const up =
  <Row>(of: (row: Row) => string | number): Compare<Row> =>
  (a, b) =>
    compare(of(a), of(b))

export const down =
  <Row>(of: (row: Row) => string | number): Compare<Row> =>
  (a, b) =>
    compare(of(b), of(a))

/** By the first of the orders, then by the second, and so on. */
export const sorted = <Row>(rows: readonly Row[], ...orders: readonly Compare<Row>[]): Row[] =>
  [...rows].sort((a, b) => {
    for (const order of orders) if (order(a, b) !== 0) return order(a, b)
    return 0
  })

const RANKS = ['critical', 'high', 'medium', 'low']

export const mostSevere = up(({ severity }: { severity: string }) => RANKS.indexOf(severity))

/** Each name once, by its bytes. */
export const distinct = (names: readonly string[]): string[] =>
  sorted(
    [...new Set(names)],
    up((name) => name),
  )

export const count = <Row>(rows: readonly Row[], is: (row: Row) => boolean): number =>
  rows.filter(is).length

export const total = (numbers: readonly number[]): number => {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** The newest scan, of equals the one with the highest id. */
export const latestOf = <Scan extends { scan_date: string; scan_id: number }>(
  scans: readonly Scan[],
): Scan | undefined =>
  sorted(
    scans,
    down((scan) => scan.scan_date),
    down((scan) => scan.scan_id),
  )[0]
