// Every endpoint and action, and what its cost may depend on.
import { ONE_SERVER } from './data/sizes.ts'

const COMPLIANCE = '/api/compliance-scans.php?action='

export interface BenchQuestion {
  readonly path: string
  /** With what its cost grows. Those of a fixed size are held to a bound, also those that count. */
  readonly grows: 'not at all' | 'with what it counts' | 'with the window' | 'with its output'
}

const fixed = (path: string): BenchQuestion => ({ path, grows: 'not at all' })
const findings = (filter = ''): BenchQuestion => ({
  path: `${COMPLIANCE}findings${filter}`,
  grows: 'with what it counts',
})

export const isOfFixedSize = ({ grows }: BenchQuestion): boolean =>
  grows === 'not at all' || grows === 'with what it counts'

export const QUESTIONS = {
  malware: { path: '/api/malware.php', grows: 'with the window' },
  posture: { path: '/api/posture.php', grows: 'with the window' },
  summary: { path: `${COMPLIANCE}summary`, grows: 'with its output' },
  server: fixed(`${COMPLIANCE}server&name=${ONE_SERVER}`),
  findings: findings(),
  'findings of a severity': findings('&severity=high'),
  'findings of a category': findings('&category=ssh'),
  'findings of a severity and category': findings('&severity=high&category=ssh'),
  'findings of a server': findings(`&server=${ONE_SERVER}`),
  'findings of a severity and server': findings(`&severity=high&server=${ONE_SERVER}`),
  'findings of a category and server': findings(`&category=ssh&server=${ONE_SERVER}`),
  'findings of all three': findings(`&severity=high&category=ssh&server=${ONE_SERVER}`),
  categories: { path: `${COMPLIANCE}categories`, grows: 'with its output' },
  'history of a server, 30 days': fixed(`${COMPLIANCE}history&server=${ONE_SERVER}`),
  'history, 30 days': { path: `${COMPLIANCE}history`, grows: 'with its output' },
  'history, 365 days': { path: `${COMPLIANCE}history&days=365`, grows: 'with its output' },
} as const satisfies Record<string, BenchQuestion>

export type QuestionName = keyof typeof QUESTIONS
