// An export may hold the same finding several times, as it was updated. Only its newest state
// counts, and no more than a few bytes are kept for each finding until that is known.
import { hash } from 'node:crypto'
import type { Context } from '../../importer.ts'
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf } from '../../input/json-values.ts'
import { Refused } from '../../refused.ts'
import { timeOf } from '../../report-time.ts'

const MOST = 1_000_000
/** Two numbers for its id, one for the time, one for what it says. */
const WIDTH = 4

interface Newest {
  see(finding: JsonObject): void
  /** After the last: says of the finding at this place whether a newer one stands for it. */
  settle(): (place: number) => boolean
}

export function newestFindings(context: Context, most = MOST): Newest {
  let table = new Float64Array(1024 * WIDTH)
  let count = 0
  return {
    see(finding) {
      if (count === most) throw new Refused(`it holds over ${most} findings; split it`)
      if (count * WIDTH === table.length) table = grown(table)
      table.set(rowOf(finding, count, context), count * WIDTH)
      count++
    },
    settle() {
      const replaced = replacedIn(table, count)
      return (place) => replaced[place] === 1
    },
  }
}

function grown(table: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(table.length * 2)
  larger.set(table)
  return larger
}

function rowOf(finding: JsonObject, place: number, context: Context): readonly number[] {
  const id = textOf(finding['Id'])
  const key = hashOf([id])
  const content = hashOf([
    textOf(objectOf(finding['Compliance'])['Status']),
    textOf(finding['RecordState']),
    textOf(objectOf(finding['Workflow'])['Status']),
    textOf(finding['Title']),
    textOf(finding['Description']),
    ...objectsOf(finding['Resources']).map((resource) => textOf(resource['Id'])),
  ])
  // Without an id it is the same as no other.
  const ids = id === '' ? [-1, place] : [key.readUIntBE(0, 6), key.readUIntBE(6, 6)]
  return [...ids, timeWithFraction(finding['UpdatedAt'], context), content.readUIntBE(0, 6)]
}

/** Two updates may be less than a second apart. */
function timeWithFraction(value: unknown, context: Context): number {
  const [fraction = 0] = /\.\d{1,6}/.exec(textOf(value).slice(0, 40)) ?? []
  return (timeOf(value, context) ?? 0) + Number(fraction)
}

const hashOf = (parts: readonly string[]): Buffer => hash('sha256', JSON.stringify(parts), 'buffer')

/**
 * Those with the same id of which another is newer, or says the same at the same time. Two that
 * say different things at one time are no update: Prowler gives one id to both keys of a user.
 */
function replacedIn(table: Float64Array, count: number): Uint8Array {
  const cell = (place: number, column: number): number => table[place * WIDTH + column] ?? 0
  const isSame = (a: number, b: number, columns: number): boolean => {
    for (let column = 0; column < columns; column++) {
      if (cell(a, column) !== cell(b, column)) return false
    }
    return true
  }
  const places = Uint32Array.from({ length: count }, (_, place) => place).sort(
    (a, b) =>
      cell(a, 0) - cell(b, 0) ||
      cell(a, 1) - cell(b, 1) ||
      // the newest first
      cell(b, 2) - cell(a, 2) ||
      cell(a, 3) - cell(b, 3) ||
      a - b,
  )
  const replaced = new Uint8Array(count)
  let [newest = 0] = places
  let previous = newest
  for (const place of places.subarray(1)) {
    if (!isSame(place, newest, 2)) newest = place
    else if (!isSame(place, newest, 3) || isSame(place, previous, 4)) replaced[place] = 1
    previous = place
  }
  return replaced
}
