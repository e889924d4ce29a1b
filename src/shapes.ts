// The vocabulary of response shapes. One schema gives the TypeScript type, the OpenAPI document
// and the strict validation in tests.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { JsonMap, JsonText } from './json.ts'
import { SEVERITIES } from './severity.ts'

/** An object with these members and no other. */
export const closed = <Members extends TProperties>(members: Members, description?: string) =>
  Type.Object(members, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  })

export const id = Type.Integer({
  minimum: -Number.MAX_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
export const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
export const score = Type.Number({ minimum: 0, maximum: 100 })
export const decimal = Type.Number({ minimum: 0 })
export const text = Type.String()
export const dateTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  examples: ['2026-03-01 12:00:00'],
})
export const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-03-01'] })
export const timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[+-]\\d{2}:\\d{2}$',
  description: 'The moment of this answer, ISO 8601 with a numeric offset.',
  examples: ['2026-03-01T12:00:00+00:00'],
})
export const severity = Type.Enum([...SEVERITIES])
export const severityCounts = closed({ critical: count, high: count, medium: count, low: count })

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
export const list = <Item extends TSchema>(item: Item, maxItems?: number) =>
  Type.Array(item, maxItems === undefined ? {} : { maxItems })

/** An object whose keys are names from the data. Readers fill an ordered map. */
export const mapOf = <Item extends TSchema>(item: Item) =>
  Type.Unsafe<JsonMap<Static<Item>>>({ type: 'object', additionalProperties: item })

/** An object that a producer wrote as JSON. */
export const producerObject = Type.Unsafe<JsonText>({ type: 'object', additionalProperties: true })

/** What a client receives where a reader holds a map or a text of JSON. */
export type Wire<Body> = Body extends JsonText
  ? Record<string, unknown>
  : Body extends ReadonlyMap<string, infer Value>
    ? Record<string, Wire<Value>>
    : Body extends readonly (infer Item)[]
      ? Wire<Item>[]
      : Body extends object
        ? { [Name in keyof Body]: Wire<Body[Name]> }
        : Body
