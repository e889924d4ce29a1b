// A JSON column is sent as the object that was written. What is not an object is sent as `{}`.
import { JsonText } from '../../json.ts'
import type { Snapshot } from '../snapshot.ts'

export function jsonObject(value: unknown, where: string, snapshot: Snapshot): JsonText {
  const object = typeof value === 'string' ? JsonText.of(value) : null
  if (object !== null) return object
  const problem = 'this JSON column holds no object and is shown as {}'
  snapshot.notice({ problem, where, isNull: value === null })
  return JsonText.EMPTY
}
