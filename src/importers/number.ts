/** A whole number of a report; null when it is none, or too large to be true. */
export function countOf(text: string): number | null {
  const digits = text.trim()
  if (!/^\d{1,16}$/.test(digits)) return null
  const count = Number(digits)
  return Number.isSafeInteger(count) ? count : null
}
