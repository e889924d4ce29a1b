/** A value in the database that no exact answer can be made of. */
export class UnreadableValue extends Error {
  constructor(column: string, value: unknown, expected: string) {
    super(`column ${column} holds ${shownInLog(value)}, expected ${expected}`)
    this.name = 'UnreadableValue'
  }
}

/** A value of any type, in so many letters that a line of the log bears it. */
export const shownInLog = (value: unknown): string => {
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
