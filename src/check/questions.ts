// The last look: every question of the API, answered by the service's own readers.
import { sql } from 'kysely'
import { type DirectOptions, directAnswers } from '../answers/direct.ts'
import type { Question } from '../answers/questions.ts'
import { knownReasonOf } from '../database/failure/reasons.ts'
import type { Notice } from '../database/snapshot.ts'
import { Failure, Refusal } from '../errors.ts'
import type { Looking } from './looking.ts'
import { problem, type Remark, remarkOf } from './remark.ts'

const YEAR = 365
const COMPLIANCE = '/api/compliance-scans.php?action='

export async function questions(
  looking: Looking,
  options: Omit<DirectOptions, 'onNotice'>,
  said: readonly Remark[],
): Promise<Remark[]> {
  const { rows } = await sql<{ server: string; category: string }>`
    select server_name as server, check_category as category
    from compliance_findings join compliance_scans
      on compliance_scans.scan_id = compliance_findings.scan_id
    order by finding_id desc limit 1`.execute(looking.db)
  const remarks: Remark[] = []
  const notices = new Map<string, Notice>()
  const answers = directAnswers({
    ...options,
    onNotice: (notice) => notices.set(`${notice.where} ${notice.problem}`, notice),
  })
  try {
    for (const [path, question] of questionsAbout(
      rows[0]?.server ?? '-',
      rows[0]?.category ?? '-',
    )) {
      await answers.tryOut(question).catch((error: unknown) => {
        // An empty database knows no server: that is an answer, too.
        if (error instanceof Refusal) return
        if (!(error instanceof Failure)) throw error
        remarks.push(failed(path, error))
      })
    }
  } finally {
    await answers.close()
  }
  for (const notice of notices.values()) {
    const level = notice.isNull ? 'advice' : 'problem'
    if (!said.some((it) => tells(it, level, notice))) remarks.push(leftOut(level, notice))
  }
  return remarks
}

/** Other faults of the column, or of its table, say nothing about what was left out. */
const tells = ({ code, level, where }: Remark, least: Remark['level'], notice: Notice): boolean =>
  (code === 'severity' || code === 'json') &&
  (level === 'problem' || level === least) &&
  (notice.where === where || notice.where.startsWith(`${where} of `))

const questionsAbout = (
  server: string,
  category: string,
): readonly (readonly [string, Question])[] => [
  ['/api/malware.php', { ask: 'malware' }],
  [`/api/posture.php?days=${YEAR}`, { ask: 'posture', days: YEAR }],
  [`${COMPLIANCE}summary`, { ask: 'compliance.summary' }],
  [`${COMPLIANCE}server`, { ask: 'compliance.server', name: server }],
  [`${COMPLIANCE}findings`, findings(null, null)],
  [`${COMPLIANCE}findings, of one category`, findings(category, null)],
  [`${COMPLIANCE}findings, of one server`, findings(null, server)],
  [`${COMPLIANCE}findings, of one category and server`, findings(category, server)],
  [`${COMPLIANCE}categories`, { ask: 'compliance.categories' }],
  [
    `${COMPLIANCE}history, of ${YEAR} days`,
    { ask: 'compliance.history', server: null, days: YEAR },
  ],
  [`${COMPLIANCE}history, of one server`, { ask: 'compliance.history', server, days: YEAR }],
]

const findings = (category: string | null, server: string | null): Question => ({
  ask: 'compliance.findings',
  severity: null,
  category,
  server,
})

const OTHER = 'Mend what else is said here about the tables that it reads, and check again.'

const failed = (path: string, failure: Failure): Remark =>
  problem(
    'question',
    `GET ${path}`,
    `it is answered with 500 ${failure.message}: ${failure.text}`,
    failure.kind === 'connection' ? (knownReasonOf(failure)?.fix ?? OTHER) : OTHER,
  )

const leftOut = (level: Remark['level'], { where, problem: text }: Notice): Remark =>
  remarkOf(level, 'left-out', where, text, 'Mend the rows there; answers leave them out meanwhile.')
