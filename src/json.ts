// JSON.stringify knows neither of two things that exact answers need: maps whose keys keep their
// order and may be called `__proto__` or `10`, and JSON that is passed on as it was written.

/** Thrown where JSON.stringify meets what it does not know: cheaper than to look for it everywhere. */
const SPECIAL = Symbol('no plain data')

/** The text of a JSON object, sent as it is: key order and every digit as the producer wrote them. */
export class JsonText {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  toJSON(): never {
    throw SPECIAL
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
export class JsonMap<Value> extends Map<string, Value> {
  toJSON(): never {
    throw SPECIAL
  }
}

/**
 * Members of objects are written one by one, lists of plain data at once. A text that was put
 * together of others makes JSON.stringify leave its fast way for all that it is given with it: then
 * a time stamp would make a list of findings cost four times as much.
 */
export function encodeJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof JsonText) return value.text
  if (Array.isArray(value)) return plainJson(value) ?? `[${value.map(encodeJson).join()}]`
  const members = value instanceof JsonMap ? [...value] : Object.entries(value)
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${encodeJson(member)}`).join()}}`
}

/** null where a map or a text lies anywhere inside. */
function plainJson(list: readonly unknown[]): string | null {
  // The items of a list are alike, so the first one tells most often.
  const [first] = list
  if (typeof first === 'object' && Object.values(first ?? {}).some(isSpecial)) return null
  try {
    return JSON.stringify(list)
  } catch (error) {
    if (error === SPECIAL) return null
    throw error
  }
}

const isSpecial = (value: unknown): boolean => value instanceof JsonText || value instanceof JsonMap
