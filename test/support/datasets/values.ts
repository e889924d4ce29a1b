// The values that columns of every table draw from.
import fc from 'fast-check'

/** Sums of these over any data set stay below 2^53. */
export const counts = fc.oneof(fc.nat(9), fc.constantFrom(0, 1, 1000, 2 ** 31, 2 ** 40))

const HALVES = [0, 100, 1.005, 2.675, 8.345, 33.335, 49.995, 66.665, 99.995, 99.994, 0.005, 0.004]

/** Percentages, many of them halfway between two decimals. */
export const scores = fc.oneof(
  fc.constantFrom(...HALVES),
  fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
  fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 100_000),
)

/** Names that the parameters allow, among them those that trip plain objects. */
export const NAMES = ['web-01', 'WEB-01', 'db_1', '__proto__', 'constructor', '10', '2']

/** Names that only the data can hold; the last two sort differently as UTF-16. */
export const FOREIGN_NAMES = ['web 01', 'é', '～', '😀']

/** A few of these names: the fewer there are, the more rows share one. */
export const fewOf = (names: readonly string[]): fc.Arbitrary<fc.Arbitrary<string>> =>
  fc.subarray([...names], { minLength: 1, maxLength: 8 }).map((few) => fc.constantFrom(...few))

export const texts = fc.constantFrom(
  '',
  'plain',
  'two\nlines\tand "quotes" \\ %',
  "'; drop table malware_scans; --",
  'ünï 😀',
)

export const optionalTexts = fc.option(texts, { freq: 1 })

/** As JSON columns of every engine take it; what is no object is shown as {}. */
export const jsonTexts = fc.constantFrom(
  '{}',
  '{"b":1,"a":{"d":[],"c":null}}',
  '{"10":1,"2":2}',
  ' {"spaced" : [ 1.50 , 2 ] } ',
  '{"__proto__":{"a":1}}',
  '{"big":12345678901234567890}',
  '[{}]',
  '5',
  'null',
  null,
)

export const severities = fc.constantFrom('critical', 'high', 'medium', 'low')

/** Rows with distinct ids, in no order. */
export const withIds = <Row>(
  row: (id: fc.Arbitrary<number>) => fc.Arbitrary<Row>,
  idOf: (row: Row) => number,
  maxLength: number,
): fc.Arbitrary<Row[]> =>
  fc.uniqueArray(row(fc.integer({ min: 1, max: 9_999 })), {
    selector: idOf,
    maxLength,
    size: 'max',
  })

/** Now and then many rows more, copies of the first ones with ids of their own. */
export const sometimesMany = <Row>(
  rows: fc.Arbitrary<Row[]>,
  limit: number,
  withId: (row: Row, id: number) => Row,
): fc.Arbitrary<Row[]> =>
  fc
    .tuple(
      rows,
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(0) },
        fc.integer({ min: limit, max: 3 * limit }),
      ),
    )
    .map(([few, more]) => {
      if (few.length === 0) return few
      const copies = Array.from({ length: more }, (_, i) =>
        withId(few[i % few.length] as Row, 10_000 + ((i * 7_919) % 100_003)),
      )
      return [...few, ...copies]
    })
