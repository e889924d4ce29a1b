// The posture in a form of our own: one JSON object, or a list of them.
//   { "recorded_at": "2026-03-01T12:00:00Z", "compliance": 81.5, "redteam": 70, "incident": 90,
//     "monitoring": 65, "controls": { "implemented": 61, "total": 80 },
//     "incidents": { "critical": 0, "high": 1, "medium": 2, "low": 0 } }
import { SEVERITIES, type Severity } from '../severity.ts'
import type { Context, Importer } from './importer.ts'
import { isObject, type JsonObject, jsonDocumentOf, looksLikeJson } from './input/json.ts'
import { NotItsOwn, Refused } from './refused.ts'
import type { PostureReport } from './report.ts'
import { givenTimeOf } from './report-time.ts'

const COMPONENTS = ['compliance', 'redteam', 'incident', 'monitoring'] as const
const NO_POSTURE =
  'it is no JSON object with a posture; write one as "Posture" in docs/importers.md shows it'

export const posture: Importer = {
  tool: 'posture',
  about: 'posture',
  reads: 'components, controls and incidents as JSON of our own (docs/importers.md)',
  recognises: (head) => looksLikeJson(head) && COMPONENTS.every((it) => head.includes(`"${it}"`)),
  async *read(input, context) {
    if (/^\s*[^\s[{]/.test(input.head)) throw new NotItsOwn(NO_POSTURE)
    const document = await jsonDocumentOf(input)
    const items = Array.isArray(document) ? document : [document]
    for (const item of items) {
      if (!isObject(item)) throw new NotItsOwn(NO_POSTURE)
      yield postureIn(item, context)
    }
  },
}

const KEYS = ['recorded_at', ...COMPONENTS, 'controls', 'incidents']

function postureIn(item: JsonObject, context: Context): PostureReport {
  allowOnly(KEYS, item)
  const percent = (key: string) => numberIn(item, key, 100)
  const controls = objectIn(item, 'controls')
  const incidents = objectIn(item, 'incidents')
  allowOnly(['implemented', 'total'], controls)
  allowOnly(SEVERITIES, incidents)
  const [implemented, total] = [wholeIn(controls, 'implemented'), wholeIn(controls, 'total')]
  if (implemented > total) {
    throw new Refused('"implemented" of its controls is more than their "total"')
  }
  return {
    kind: 'posture',
    recordedAt: timeIn(item, context),
    compliance: percent('compliance'),
    redteam: percent('redteam'),
    incident: percent('incident'),
    monitoring: percent('monitoring'),
    controlsImplemented: implemented,
    controlsTotal: total,
    incidents: Object.fromEntries(
      SEVERITIES.map((severity) => [severity, wholeIn(incidents, severity)]),
    ) as Record<Severity, number>,
  }
}

function timeIn({ recorded_at: text }: JsonObject, context: Context): number | null {
  if (text === undefined) return null
  // Date.parse takes more, and guesses: the zone of this process, 2 March for 30 February.
  const at = typeof text === 'string' ? givenTimeOf(text, context) : null
  if (at !== null) return at
  throw new Refused(
    `"recorded_at" is ${JSON.stringify(text).slice(0, 60)}, and that is no time; write it as 2026-03-01T12:00:00Z, or without a zone as 2026-03-01 12:00:00`,
  )
}

/** A misspelt name would count as 0. */
function allowOnly(names: readonly string[], item: JsonObject): void {
  const other = Object.keys(item).find((it) => !names.includes(it))
  if (other === undefined) return
  const shown = JSON.stringify(other.slice(0, 60))
  throw new Refused(`${shown} is none of its names; allowed: ${names.join(', ')}`)
}

function objectIn(item: JsonObject, key: string): JsonObject {
  const value = item[key] ?? {}
  if (isObject(value)) return value
  throw new Refused(`"${key}" must be an object`)
}

function numberIn(item: JsonObject, key: string, most: number): number {
  const value = item[key]
  if (typeof value === 'number' && value >= 0 && value <= most) return value
  throw new Refused(`"${key}" must be a number from 0 to ${most}`)
}

function wholeIn(item: JsonObject, key: string): number {
  const value = item[key] ?? 0
  if (Number.isSafeInteger(value) && Number(value) >= 0) return Number(value)
  throw new Refused(`"${key}" must be a whole number`)
}
