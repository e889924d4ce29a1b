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
import type { PostureQuestion } from '../posture/params.ts'
import { readPosture } from '../posture/reader.ts'
import type { Moment } from '../time.ts'
import type { TrueWhile } from '../true-while.ts'

export type Question = MalwareQuestion | PostureQuestion | ComplianceQuestion

type QuestionOf<Ask extends Question['ask']> = Extract<Question, { ask: Ask }>

type Reader<Ask extends Question['ask']> = (
  snapshot: Snapshot,
  question: QuestionOf<Ask>,
  now: Moment,
  /** Told what else the answer depends on. All else that moves with the clock is in moving.ts. */
  trueWhile: TrueWhile,
) => Promise<object>

interface AnsweredBy<Ask extends Question['ask']> {
  readonly read: Reader<Ask>
  /** Every table that it reads. */
  readonly tables: readonly TableName[]
}

const ANSWERED_BY: { readonly [Ask in Question['ask']]: AnsweredBy<Ask> } = {
  malware: { read: readMalware, tables: ['malware_scans', 'malware_detections'] },
  posture: { read: readPosture, tables: ['malware_detections', 'posture_scores'] },
  'compliance.summary': { read: readSummary, tables: ['compliance_scans'] },
  'compliance.server': { read: readServer, tables: ['compliance_scans', 'compliance_findings'] },
  'compliance.findings': {
    read: readFindings,
    tables: ['compliance_scans', 'compliance_findings'],
  },
  'compliance.categories': {
    read: readCategories,
    tables: ['compliance_scans', 'compliance_findings'],
  },
  'compliance.history': { read: readHistory, tables: ['compliance_scans'] },
}

/** Which tables its reader reads. */
export const tablesOf = ({ ask }: Question): readonly TableName[] => ANSWERED_BY[ask].tables

/** The body that answers a question, read in one snapshot. */
export const bodyOf = (
  snapshot: Snapshot,
  question: Question,
  now: Moment,
  trueWhile: TrueWhile,
): Promise<object> => ANSWERED_BY[question.ask].read(snapshot, question as never, now, trueWhile)

/** Whether the answer may be too long to be held in memory. */
export const isUnbounded = (question: Question): question is HistoryQuestion =>
  question.ask === 'compliance.history' && question.server === null

/** Equal questions have equal keys: they are built with their members in one order. */
export const keyOf = (question: Question): string => JSON.stringify(question)
