// JSON.stringify knows neither of two things that exact answers need: maps whose keys keep their
// order and may be called `__proto__` or `10`, and JSON that is passed on as it was written.

/** The text of a JSON object, sent as it is: key order and every digit as the producer wrote them. */
export class JsonText {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  static readonly EMPTY = new JsonText('{}')

  /** null when the text is not the JSON of an object. */
  static of(text: string): JsonText | null {
    if (!text.trimStart().startsWith('{')) return null
    try {
      JSON.parse(text)
      return new JsonText(text)
    } catch {
      return null
    }
  }
}

/** A JSON object with any names as keys, in the order they were set. */
export type JsonMap<Value> = ReadonlyMap<string, Value>

export function encodeJson(value: unknown): string {
  if (value instanceof JsonText) return value.text
  if (!isSpecial(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(encodeJson).join()}]`
  const members = value instanceof Map ? [...value] : Object.entries(value as object)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${encodeJson(member)}`).join()}}`
}

/** Whether a map or a text lies anywhere inside; all else is left to JSON.stringify, which is faster. */
function isSpecial(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false
  if (value instanceof Map || value instanceof JsonText) return true
  return Object.values(value).some(isSpecial)
}
