// What one statement can hold, and how more than that is divided.
import { LONGEST_TEXT } from './storable.ts'

/** One statement binds at most 32,766 values in SQLite; a finding has 21. */
const ROWS_A_STATEMENT = 500

/** MariaDB takes 16 MB at once by default, and a character may be three bytes there. */
const CHARACTERS_A_STATEMENT = 1_000_000

/** Ids and hashes: they are short, so only their number counts. */
export function* lotsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let first = 0; first < items.length; first += ROWS_A_STATEMENT) {
    yield items.slice(first, first + ROWS_A_STATEMENT)
  }
}

/** Gathers items, and hands them on in lots of a size that one statement can hold. */
export function inLots<Item extends object>(store: (items: Item[]) => Promise<void>) {
  let items: Item[] = []
  let characters = 0
  const flush = async () => {
    if (items.length === 0) return
    const lot = items
    items = []
    characters = 0
    await store(lot)
  }
  return {
    async add(item: Item) {
      items.push(item)
      characters += charactersIn(item)
      const isFull = items.length >= ROWS_A_STATEMENT || characters >= CHARACTERS_A_STATEMENT
      if (isFull) await flush()
    },
    flush,
  }
}

function charactersIn(item: object): number {
  let characters = 0
  for (const value of Object.values(item)) {
    if (typeof value === 'string') characters += Math.min(value.length, LONGEST_TEXT)
  }
  return characters
}
