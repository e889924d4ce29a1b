// The text of an expected answer. Plain objects serve where the member names are the
// specification's; where names come from the data, a list of members does.

/** An object whose member names come from the data, in this order. */
export class Members {
  readonly list: readonly (readonly [name: string, value: unknown])[]

  constructor(list: readonly (readonly [name: string, value: unknown])[]) {
    this.list = list
  }
}

/** What a producer wrote into a JSON column, or {} where that is no object. */
export class Column {
  readonly text: string

  constructor(text: string | null) {
    const value: unknown = JSON.parse(text ?? 'null')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    this.text = isObject && text !== null ? text : '{}'
  }
}

export function written(value: unknown): string {
  if (value instanceof Column) return value.text
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = value instanceof Members ? value.list : Object.entries(value)
  return `{${members.map(([name, it]) => `${JSON.stringify(name)}:${written(it)}`).join(',')}}`
}
