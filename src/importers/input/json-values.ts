// Values of a report's JSON, read as what they should be: a wrong type is as good as none.
import { isObject, type JsonObject } from './json.ts'

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objectsOf = (value: unknown): readonly JsonObject[] => listOf(value).filter(isObject)

export const textsOf = (value: unknown): readonly string[] =>
  listOf(value)
    .map(textOf)
    .filter((text) => text !== '')
