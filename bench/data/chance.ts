/** Numbers that look like chance and are the same for the same seed; made for millions of calls. */
export type Chance = (below: number) => number

export function chance(seed: number, stream: number): Chance {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35)) | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

/** One of a list, each as likely as the others. */
export const oneOf = <Item>(list: readonly [Item, ...Item[]], next: Chance): Item =>
  list[next(list.length)] ?? list[0]
