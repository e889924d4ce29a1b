// Whether the API can be asked for a name: its own parameters decide.
import { complianceQuestion } from '../compliance/params.ts'
import { Refusal } from '../errors.ts'

const QUERIES = {
  server: (name: string) => ({ action: 'server', name }),
  category: (category: string) => ({ action: 'findings', category }),
}

export function isSelectable(what: keyof typeof QUERIES, name: unknown): boolean {
  // An empty filter counts as none.
  if (typeof name !== 'string' || name === '') return false
  try {
    complianceQuestion(new URLSearchParams(QUERIES[what](name)))
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
