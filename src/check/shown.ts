// Texts from a database may be hostile: they must not move the cursor, colour the screen, hide or
// turn other words, or look like a line of ours.

/** Everything that a terminal does not simply print is written as \u001b. */
export const visible = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, i) => escaped(character.charCodeAt(i))).join(''),
  )

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`

const LONGEST = 60

/** A value of the database, in quotes where it is a text, and not at length. */
export function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`
  if (typeof value !== 'string') return visible(String(value))
  const short = value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value
  return visible(JSON.stringify(short))
}
