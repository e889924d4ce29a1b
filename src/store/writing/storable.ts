// Texts from reports are hostile: no engine may refuse them, and none may be without end.

export const LONGEST_TEXT = 16_000

/** NUL and half of a surrogate pair are no text to a database; what is too long is cut. */
export function storable(text: string, most = LONGEST_TEXT): string {
  const whole = text.toWellFormed().replaceAll('\0', '\\x00')
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).toWellFormed()}…`
}

export const storableOrNull = (text: string | null | undefined): string | null =>
  text == null || text === '' ? null : storable(text)

/** JSON of which every text is storable. */
export const storableJson = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(value, (_key, it) => (typeof it === 'string' ? storable(it) : it))
