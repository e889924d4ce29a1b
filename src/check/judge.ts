// One value against what its column must hold, as the readers would see it.
import { dateTime } from '../database/rows/record.ts'
import type { Kind } from '../database/schema/schema.ts'
import { JsonText } from '../json.ts'
import { isSeverity } from '../severity.ts'
import { NEEDS } from './needs.ts'
import type { Code } from './remark.ts'

/** What can be wrong with a value. */
export type ValueCode = Extract<
  Code,
  | 'null'
  | 'unreadable'
  | 'too-large'
  | 'negative'
  | 'score'
  | 'severity'
  | 'json'
  | 'name'
  | 'duplicate-id'
>

/** The code of what is wrong with it; null when nothing is. */
export function judge(kind: Kind, value: unknown): ValueCode | null {
  // Null JSON is shown as {}, and named in the log as other JSON that is no object.
  if (value === null && kind !== 'json') return NEEDS[kind].mayBeNull ? null : 'null'
  switch (kind) {
    case 'id':
    case 'malwareScan':
    case 'complianceScan':
      return whole(value)
    case 'count':
      return whole(value) ?? (Number(value) < 0 ? 'negative' : null)
    case 'score':
    case 'optionalScore':
      return score(value)
    case 'dateTime':
    case 'optionalDateTime':
      return isDateTime(value) ? null : 'unreadable'
    case 'severity':
      if (isSeverity(value)) return null
      return typeof value === 'string' ? 'severity' : 'unreadable'
    case 'json':
      return typeof value === 'string' && JsonText.of(value) !== null ? null : 'json'
    default:
      return typeof value === 'string' ? null : 'unreadable'
  }
}

function whole(value: unknown): ValueCode | null {
  if (Number.isSafeInteger(value)) return null
  // Every engine gives a bigint for what a number cannot hold.
  return typeof value === 'bigint' || Number.isInteger(value) ? 'too-large' : 'unreadable'
}

function score(value: unknown): ValueCode | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'unreadable'
  return value < 0 || value > 100 ? 'score' : null
}

export function isDateTime(value: unknown): value is string {
  try {
    dateTime(value, '')
    return true
  } catch {
    return false
  }
}
