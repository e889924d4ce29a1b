// spec 4.3, parameter rules. The first bad parameter of severity, category, server, days is told.

import { Refusal, type Refusing } from '../errors.ts'
import { isName } from '../names.ts'
import { daysOf, optionalSingle, single } from '../parameters.ts'
import { isSeverity, type Severity } from '../severity.ts'
import type { ComplianceQuestion } from './questions.ts'

const ACTIONS = new Map(
  Object.entries<(query: URLSearchParams) => ComplianceQuestion>({
    summary: () => ({ ask: 'compliance.summary' }),
    server: (query) => ({ ask: 'compliance.server', name: requiredName(query) }),
    findings: (query) => ({
      ask: 'compliance.findings',
      severity: optionalSeverity(query),
      category: optionalName(query, 'category', 'invalidCategory'),
      server: optionalName(query, 'server', 'invalidServer'),
    }),
    categories: () => ({ ask: 'compliance.categories' }),
    history: (query) => ({
      ask: 'compliance.history',
      server: optionalName(query, 'server', 'invalidServer'),
      days: daysOf(query),
    }),
  }),
)

export const ACTION_NAMES: readonly string[] = [...ACTIONS.keys()]
export const DEFAULT_ACTION = 'summary'

export function complianceQuestion(query: URLSearchParams): ComplianceQuestion {
  const action = optionalSingle(query, 'action', 'invalidAction') ?? DEFAULT_ACTION
  const question = ACTIONS.get(action)
  if (question === undefined) throw new Refusal('invalidAction')
  return question(query)
}

function requiredName(query: URLSearchParams): string {
  const name = single(query, 'name', 'invalidServer')
  if (!name) throw new Refusal('missingName')
  if (!isName(name)) throw new Refusal('invalidServer')
  return name
}

function optionalName(query: URLSearchParams, name: string, refusing: Refusing): string | null {
  const value = optionalSingle(query, name, refusing)
  if (value !== null && !isName(value)) throw new Refusal(refusing)
  return value
}

function optionalSeverity(query: URLSearchParams): Severity | null {
  const value = optionalSingle(query, 'severity', 'invalidSeverity')
  if (value !== null && !isSeverity(value)) throw new Refusal('invalidSeverity')
  return value
}
