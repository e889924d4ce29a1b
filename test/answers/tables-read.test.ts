// The tables that are held for an answer are those that its reader reads: one that is missing in the
// list could be emptied in the middle of an answer.
import { expect, it, onTestFinished } from 'vitest'
import { computeWith } from '../../src/answers/compute.ts'
import { type Question, tablesOf } from '../../src/answers/questions.ts'
import { engineAt } from '../../src/database/connect.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { TABLE_NAMES } from '../../src/database/schema/schema.ts'
import { momentOf } from '../../src/time.ts'
import { temporaryDatabase } from '../support/database.ts'
import { executions } from '../support/executions.ts'
import { complianceScan, finding, posture } from '../support/rows.ts'

const NOTHING = { severity: null, category: null, server: null }

const QUESTIONS: readonly Question[] = [
  { ask: 'malware' },
  { ask: 'posture', days: 30 },
  { ask: 'compliance.summary' },
  { ask: 'compliance.server', name: 'web-01' },
  { ask: 'compliance.findings', ...NOTHING },
  { ask: 'compliance.findings', ...NOTHING, server: 'web-01' },
  { ask: 'compliance.categories' },
  { ask: 'compliance.history', server: null, days: 30 },
  { ask: 'compliance.history', server: 'web-01', days: 30 },
]

it.each(QUESTIONS)('$ask reads the tables that are held for it, and no other', async (question) => {
  const { url, insert } = await temporaryDatabase()
  await insert('compliance_scans', complianceScan())
  await insert('compliance_findings', finding({ scan_id: 1 }))
  await insert('posture_scores', posture())
  const reader = databaseReader(engineAt(url))
  onTestFinished(() => reader.close())
  const now = momentOf(Date.UTC(2026, 2, 15, 12), 'UTC')
  const ran = await executions(() => computeWith(reader)(question, now))
  const read = TABLE_NAMES.filter((table) =>
    ran.some(({ sql }) => sql.includes(`from "${table}"`) || sql.includes(`join "${table}"`)),
  )
  expect(read.toSorted()).toEqual(tablesOf(question).toSorted())
})
