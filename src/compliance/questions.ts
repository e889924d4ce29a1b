import type { Severity } from '../severity.ts'

export interface SummaryQuestion {
  readonly ask: 'compliance.summary'
}

export interface ServerQuestion {
  readonly ask: 'compliance.server'
  readonly name: string
}

export interface FindingsQuestion {
  readonly ask: 'compliance.findings'
  readonly severity: Severity | null
  readonly category: string | null
  readonly server: string | null
}

export interface CategoriesQuestion {
  readonly ask: 'compliance.categories'
}

export interface HistoryQuestion {
  readonly ask: 'compliance.history'
  readonly server: string | null
  readonly days: number
}

export type ComplianceQuestion =
  | SummaryQuestion
  | ServerQuestion
  | FindingsQuestion
  | CategoriesQuestion
  | HistoryQuestion
