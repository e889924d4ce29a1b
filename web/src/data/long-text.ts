/** A text of more letters takes the room of what stands below it. */
const TEXT_LETTERS = 280
/** A name of more is read by its ends. */
export const NAME_LETTERS = 64
/** So is a path or a value without a blank, for which there is more room. */
export const PATH_LETTERS = 120

export const isLong = (text: string): boolean => text.length > TEXT_LETTERS

/** Its first words, and dots. */
export function beginningOf(text: string): string {
  // Not half of a letter that takes two places.
  const cut = text.slice(0, TEXT_LETTERS).replace(/[\uD800-\uDBFF]$/, '')
  const words = cut.replace(/\s+\S*$/, '')
  return `${words.length > TEXT_LETTERS / 2 ? words : cut}…`
}

/** Whether what is shown of it would be one word over many lines. */
export const isUnbroken = (text: string): boolean =>
  text
    .slice(0, TEXT_LETTERS)
    .split(/\s/)
    .some((it) => it.length > PATH_LETTERS)

/** Where it begins, what can be left out, and where it ends: names that begin alike differ there. */
export function endsOf(text: string, most: number): readonly [string, string, string] {
  const begin = text.slice(0, Math.floor((3 * most) / 8)).replace(/[\uD800-\uDBFF]$/, '')
  const end = text.slice(-Math.floor(most / 4)).replace(/^[\uDC00-\uDFFF]/, '')
  return [begin, text.slice(begin.length, text.length - end.length), end]
}

/** For a sentence, where all of it can be had elsewhere. */
export function shortName(name: string): string {
  if (name.length <= NAME_LETTERS) return name
  const [begin, , end] = endsOf(name, NAME_LETTERS)
  return `${begin}…${end}`
}
