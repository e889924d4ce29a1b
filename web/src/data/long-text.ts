/** More than a name may have: what is longer is a text, and takes the room of what stands below it. */
const MOST_LETTERS = 280

export const isLong = (text: string): boolean => text.length > MOST_LETTERS

/** Its first words, and dots. */
export function beginningOf(text: string): string {
  // Not half of a letter that takes two places.
  const cut = text.slice(0, MOST_LETTERS).replace(/[\uD800-\uDBFF]$/, '')
  const words = cut.replace(/\s+\S*$/, '')
  return `${words.length > MOST_LETTERS / 2 ? words : cut}…`
}
