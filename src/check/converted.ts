// What a value becomes when its column gets the type that it must have. Such a value is not wrong, its type
// is; what no type makes right has to be mended in its row.
import type { Kind } from '../database/schema/schema.ts'

const DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/

export function converted(kind: Kind, value: unknown): unknown {
  switch (kind) {
    case 'id':
    case 'malwareScan':
    case 'complianceScan':
    case 'count':
    case 'score':
    case 'optionalScore':
      return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value))
        ? Number(value)
        : value
    case 'dateTime':
    case 'optionalDateTime':
      return typeof value === 'string'
        ? value.replace(DATE, (_, day, time = '00:00:00') => `${day} ${time}`)
        : value
    case 'json':
      return typeof value === 'string' || value === null ? value : '{}'
    default:
      return value === null ? null : String(value)
  }
}
