// An operator's own severities: { "clamav": { "*phish*": "high" }, "lynis": { "SSH-7408": "medium" } }
import { isSeverity } from '../severity.ts'
import { isObject } from './input/json.ts'
import { IMPORTERS } from './registry.ts'
import { SEVERITY_RULES, type SeverityRules } from './severities.ts'

/** The rules, or what is wrong with the text. */
export function severityRulesIn(text: string): SeverityRules | string {
  let groups: unknown
  try {
    groups = JSON.parse(text)
  } catch (error) {
    return `it is no JSON: ${(error as Error).message}`
  }
  if (!isObject(groups)) return 'it must be an object of objects'
  const known = new Set([...Object.keys(SEVERITY_RULES), ...IMPORTERS.map(({ tool }) => tool)])
  for (const [group, rules] of Object.entries(groups)) {
    if (!known.has(group)) {
      return `${JSON.stringify(group)} is no tool; allowed: ${[...known].sort().join(', ')}`
    }
    if (!isObject(rules)) return `${JSON.stringify(group)} must be an object of patterns`
    for (const [pattern, severity] of Object.entries(rules)) {
      if (!isSeverity(severity)) {
        return `${JSON.stringify(pattern)} of ${JSON.stringify(group)} is ${JSON.stringify(severity)}; allowed: critical, high, medium, low`
      }
    }
  }
  return Object.fromEntries(
    Object.entries(groups).map(([group, rules]) => [group, Object.entries(rules as object)]),
  )
}
