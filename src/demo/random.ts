// Chance that repeats itself: the same seed and names give the same numbers, whatever is drawn
// elsewhere, so that a new line in the story leaves the rest as it was.

export interface Random {
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
}

export function random(seed: number, ...names: readonly (string | number)[]): Random {
  let state = hashed(`${seed} ${names.join(' ')}`)
  // An xorshift generator. It must not start at zero.
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  // Names that differ in one letter start close together; a few turns part them.
  for (let turn = 0; turn < 8; turn++) next()
  return { between: (least, most) => least + Math.floor(next() * (most - least + 1)) }
}

function hashed(text: string): number {
  let hash = 0
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x9e3779b1) ^ (hash >>> 15)
  return hash | 1
}
