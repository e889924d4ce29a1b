// No question may read a whole table, or sort a set that grows with the history. The plans are those
// of the statements that really ran, on a database large enough for a wrong one to show.
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowTaking } from '../../src/database/sqlite/rows.ts'
import { type Execution, executions, isQuery } from '../support/executions.ts'
import { type Fleet, fleet, type Statistics } from '../support/fleet.ts'
import { QUESTION_NAMES, QUESTIONS, type QuestionName } from '../support/questions.ts'
import { testService } from '../support/service.ts'

// The counts of what is active walk an index that holds nothing else.
const ACTIVE_DETECTIONS = 'SCAN malware_detections USING COVERING INDEX malware_detections_active'
// The newest rows: the limit ends the walk after ten and after one.
const RECENT_SCANS = 'SCAN malware_scans USING INDEX malware_scans_recent'
const NEWEST_POSTURE = 'SCAN posture_scores USING INDEX posture_scores_recorded'

// Counted by pages, not row by row; whether each finding has its scan follows from it.
const COUNT_SCANS = 'SCAN compliance_scans USING COVERING INDEX compliance_scans_count'

const SORT_LIST = 'USE TEMP B-TREE FOR ORDER BY'
const SORT_GROUPS = 'USE TEMP B-TREE FOR GROUP BY'

/** All that is suspicious in the plans of a question and allowed all the same; what bounds it. */
const ALLOWED: Record<QuestionName, string[]> = {
  // sorts one row a scanner type
  malware: [SORT_LIST, ACTIVE_DETECTIONS, RECENT_SCANS],
  // counts what is active, twice; groups what was found within the days asked for
  posture: [ACTIVE_DETECTIONS, NEWEST_POSTURE, ACTIVE_DETECTIONS, SORT_GROUPS],
  // sorts one row a server
  summary: [SORT_LIST],
  // sorts the findings of one scan
  server: [SORT_LIST],
  findings: [COUNT_SCANS],
  'findings of a severity': [COUNT_SCANS],
  'findings of a category': [COUNT_SCANS],
  'findings of a severity and category': [COUNT_SCANS],
  // sort the active findings of one server, and once more those that are listed
  'findings of a server': [SORT_LIST, SORT_LIST],
  'findings of a severity and server': [SORT_LIST, SORT_LIST],
  'findings of a category and server': [SORT_LIST, SORT_LIST],
  'findings of all three': [SORT_LIST, SORT_LIST],
  // sorts one row a server and category
  categories: [SORT_LIST],
  history: [],
  'history of a server': [],
}

// `named` and `next` are lists of names that the skip scan makes, `known` is one row, `listed` are as many
// as a list has, `found` are rows that are handed over as they are found, and `sqlite_schema` and what
// begins with `pragma_` is the schema: no tables.
const isSuspicious = (line: string) =>
  /\bTEMP B-TREE\b|\bAUTOMATIC\b|\bMATERIALIZE found\b|^SCAN (?!(named|next|known|listed|found|sqlite_schema|CONSTANT ROW)$|pragma_)/.test(
    line,
  )

/** The plans of the queries that ran, each text once, in their order. */
function plansOf(path: string, seen: Execution[]): string[] {
  const database = new DatabaseSync(path, { readOnly: true })
  // What a plan must know of: the function that rows are handed over to.
  rowTaking(database)
  try {
    const queries = new Map(seen.filter(isQuery).map((query) => [query.sql, query.parameters]))
    return [...queries].flatMap(([sql, parameters]) =>
      database
        .prepare(`explain query plan ${sql}`)
        .all(...parameters)
        .map((it) => String(it['detail'])),
    )
  } finally {
    database.close()
  }
}

/** What is left when each allowed line has been taken away once. */
function beyond(allowed: readonly string[], lines: readonly string[]): string[] {
  const left = [...allowed]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const STATISTICS: Statistics[] = ['none', 'fresh', 'from when it was a tenth as large']

describe.each(STATISTICS)('with statistics: %s', (statistics) => {
  let shared: Fleet
  beforeAll(async () => {
    shared = await fleet({ servers: 100, days: 60, findingsPerScan: 10 }, statistics)
  })
  afterAll(() => shared.remove())

  it.each(QUESTION_NAMES)('%s reads from indexes, and sorts only what is bounded', async (name) => {
    const { get } = await testService({ url: shared.url })
    const seen = await executions(async () => expect((await get(QUESTIONS[name])).status).toBe(200))
    const plans = plansOf(shared.path, seen)
    expect(plans).not.toEqual([])
    const suspicious = plans.filter(isSuspicious)
    expect(beyond(ALLOWED[name], suspicious)).toEqual([])
    // Without statistics every exception is needed. With them SQLite sees ways around some.
    if (statistics === 'none') expect(suspicious).toEqual(ALLOWED[name])
  })
  it.each(['findings', 'findings of a severity', 'findings of a category'] as const)(
    '%s are counted from an index alone, without a look at a row',
    async (name) => {
      const { get } = await testService({ url: shared.url })
      const seen = await executions(() => get(QUESTIONS[name]))
      const counting = seen.filter(({ sql }) => /count\(\*\).*finding/s.test(sql))
      const read = plansOf(shared.path, counting).filter((line) => / finding USING /.test(line))
      expect(read).not.toEqual([])
      expect(read.filter((line) => !line.includes('COVERING INDEX'))).toEqual([])
    },
  )

  it.each([
    'findings of a server',
    'findings of a severity and server',
    'findings of a category and server',
    'findings of all three',
  ] as const)(
    '%s are chosen by an index of its scans, and then only those are read',
    async (name) => {
      const { get } = await testService({ url: shared.url })
      const plans = plansOf(shared.path, await executions(() => get(QUESTIONS[name])))
      expect(plans.filter((line) => / finding USING /.test(line))).toEqual([
        // With statistics SQLite takes the other one where that leaves it fewer rows.
        expect.stringMatching(
          statistics === 'none'
            ? / COVERING INDEX compliance_findings_active_scan /
            : / INDEX compliance_findings_(active_)?scan /,
        ),
        expect.stringMatching(/ INTEGER PRIMARY KEY /),
      ])
    },
  )
})
