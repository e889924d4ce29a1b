// Numbers that a driver gives as text.

const WHOLE = /^(-?\d+)(\.0+)?$/

/** A bigint where a number would show other digits: readers refuse it, and the log names it. */
export function exactNumber(text: string): number | bigint {
  const value = Number(text)
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value
  const digits = WHOLE.exec(text)?.[1]
  return digits === undefined ? value : BigInt(digits)
}
