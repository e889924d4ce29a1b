// The three endpoints: a path, and how its query string becomes a question.
import type { Question } from '../answers/questions.ts'
import { complianceQuestion } from '../compliance/params.ts'
import { postureQuestion } from '../posture/params.ts'

export interface Endpoint {
  readonly path: string
  /** Reads the parameters once; throws the Refusal that a wrong one deserves. */
  readonly question: (query: URLSearchParams) => Question
  /** Whether a failed query is explained with the database's own words, spec 7. */
  readonly explainsFailures: boolean
}

export const ENDPOINTS: readonly Endpoint[] = [
  { path: '/api/malware.php', question: () => ({ ask: 'malware' }), explainsFailures: false },
  { path: '/api/posture.php', question: postureQuestion, explainsFailures: false },
  { path: '/api/compliance-scans.php', question: complianceQuestion, explainsFailures: true },
]
