// Whoever may write a row must not be able to write on the operator's terminal.
import { expect, it } from 'vitest'
import { checkedDatabase, grantSelect } from '../support/check.ts'
import { itOn } from '../support/only-on.ts'
import { viewOver } from '../support/operator-tables.ts'
import { complianceScan, finding, malwareScan } from '../support/rows.ts'

/** Clears the screen, colours, rings, begins lines of its own, and turns or hides what follows. */
const HOSTILE = `\u001b[2J\u001b]0;x\u0007\u009b31m\r\nAll is well: 5 tables.\n\u202e\u2066\u200b\u2028\u{e0041}`

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u
const OUR_LINE =
  /^(|(problem|advice): .*| {2}\S.*| {2}fix: \S.*| {7}\S.*|\d+ problems?, \d+ advice\.)$/

const unsafe = (text: string) =>
  text.split('\n').filter((line) => UNPRINTABLE.test(line) || !OUR_LINE.test(line))

it('an error of the database that repeats such a value does nothing either', async () => {
  const { database, reader, check } = await checkedDatabase()
  await viewOver(database, 'malware_scans', { scan_date: `'9${HOSTILE}'` })
  await grantSelect(database, reader, 'malware_scans')
  const { text, remarks } = await check()
  expect(remarks.map(({ code }) => code)).toContain('question')
  expect(unsafe(text)).toEqual([])
})

it('an id that is no number gets into no statement that is to be run', async () => {
  const { database, reader, check } = await checkedDatabase()
  const id = `'1; drop table compliance_scans; --'`
  await viewOver(database, 'posture_scores', {
    posture_id: id,
    recorded_at: `'2999-01-01 00:00:00'`,
  })
  await grantSelect(database, reader, 'posture_scores')
  const ahead = (await check()).remarks.find(({ code }) => code === 'future-date')
  expect(ahead?.problem).toContain('drop table')
  expect(ahead?.fix).toMatch(/ where posture_id = ID; -- put in what is right$/)
})

itOn('postgres')('nor does the name of a schema', async () => {
  const { run, check } = await checkedDatabase()
  await run(
    `create schema "x\nAll is well: 5 tables."`,
    `alter table posture_scores set schema "x\nAll is well: 5 tables."`,
  )
  const checked = await check()
  expect(checked.only('cannot-read').problem).toContain('x\\u000aAll is well')
  expect(unsafe(checked.text)).toEqual([])
  expect(checked.only('cannot-read').fix.split('\n')).toHaveLength(3)
})

it('names that hold control characters are shown, and do nothing', async () => {
  const { database, check } = await checkedDatabase()
  await database.insert('compliance_findings', finding({ scan_id: 1, check_category: HOSTILE }))
  await database.insert('compliance_scans', complianceScan({ server_name: HOSTILE }))
  await database.insert('malware_scans', ...[1, 2].map(() => malwareScan({ scan_type: HOSTILE })))
  const { found, text, remarks } = await check()
  expect(found).toEqual([
    'problem duplicate-latest malware_scans',
    'problem name compliance_scans.server_name',
    'problem name compliance_findings.check_category',
  ])
  const lines = text.split('\n')
  expect(unsafe(text)).toEqual([])
  expect(lines.at(-2)).toMatch(/^3 problems, \d advice\.$/)
  expect(text).toContain('"\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\r\\nAll is well')
  expect(UNPRINTABLE.test(JSON.stringify(remarks))).toBe(false)
})
