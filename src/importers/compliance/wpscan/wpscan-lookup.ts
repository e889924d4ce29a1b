// Whether WPScan looked up known vulnerabilities. Without a token it lists none, which is not the
// same as finding none.
import type { JsonObject } from '../../input/json.ts'
import { objectOf, textOf } from '../../input/json-values.ts'

export type Lookup = { readonly isDone: true } | { readonly isDone: false; readonly reason: string }

const NOT_DONE = 'known vulnerabilities were not looked up'

export function lookupOf(report: JsonObject): Lookup {
  const api = objectOf(report['vuln_api'])
  const error = ['error', 'http_error', 'parse_error'].map((key) => textOf(api[key])).find(Boolean)
  if (error !== undefined) {
    const [first = ''] = error.split('\n')
    return { isDone: false, reason: `${NOT_DONE}: ${first.slice(0, 200)}` }
  }
  if (report['vuln_api'] === undefined && hasOwnDatabase(report)) return { isDone: true }
  if (typeof api['plan'] !== 'string') return { isDone: false, reason: NOT_DONE }
  if (api['requests_remaining'] === 0) {
    return { isDone: false, reason: `${NOT_DONE} to the end: the token has no requests left` }
  }
  return { isDone: true }
}

/** Before 3.7 the vulnerabilities were part of WPScan's own database. */
function hasOwnDatabase(report: JsonObject): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(textOf(objectOf(report['banner'])['version'])) ?? []
  return major === '3' && Number(minor) < 7
}
