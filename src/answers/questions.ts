// Every question that can be asked, as plain data, with the reader that answers it.
import { readCategories } from '../compliance/categories.ts'
import { readFindings } from '../compliance/findings.ts'
import { readHistory } from '../compliance/history.ts'
import type { ComplianceQuestion, HistoryQuestion } from '../compliance/questions.ts'
import { readServer } from '../compliance/server.ts'
import { readSummary } from '../compliance/summary.ts'
import type { TableName } from '../database/schema/schema.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { type MalwareQuestion, readMalware } from '../malware/reader.ts'
import { type PostureQuestion, readPosture } from '../posture/reader.ts'
import type { Moment } from '../time.ts'
import type { TrueWhile } from '../true-while.ts'

export type Question = MalwareQuestion | PostureQuestion | ComplianceQuestion

type QuestionOf<Ask extends Question['ask']> = Extract<Question, { ask: Ask }>

const READERS: {
  [Ask in Question['ask']]: (
    snapshot: Snapshot,
    question: QuestionOf<Ask>,
    now: Moment,
    /** Told what else the answer depends on. All else that moves with the clock is in moving.ts. */
    trueWhile: TrueWhile,
  ) => Promise<object>
} = {
  malware: readMalware,
  posture: readPosture,
  'compliance.summary': readSummary,
  'compliance.server': readServer,
  'compliance.findings': readFindings,
  'compliance.categories': readCategories,
  'compliance.history': readHistory,
}

const TABLES: { readonly [Ask in Question['ask']]: readonly TableName[] } = {
  malware: ['malware_scans', 'malware_detections'],
  posture: ['malware_detections', 'posture_scores'],
  'compliance.summary': ['compliance_scans'],
  'compliance.server': ['compliance_scans', 'compliance_findings'],
  'compliance.findings': ['compliance_scans', 'compliance_findings'],
  'compliance.categories': ['compliance_scans', 'compliance_findings'],
  'compliance.history': ['compliance_scans'],
}

/** Which tables its reader reads. */
export const tablesOf = ({ ask }: Question): readonly TableName[] => TABLES[ask]

/** The body that answers a question, read in one snapshot. */
export const bodyOf = (
  snapshot: Snapshot,
  question: Question,
  now: Moment,
  trueWhile: TrueWhile = () => {},
): Promise<object> => READERS[question.ask](snapshot, question as never, now, trueWhile)

/** Whether the answer may be too long to be held in memory. */
export const isUnbounded = (question: Question): question is HistoryQuestion =>
  question.ask === 'compliance.history' && question.server === null

/** Equal questions have equal keys: they are built with their members in one order. */
export const keyOf = (question: Question): string => JSON.stringify(question)
