// Whoever may write a row must not be able to write on the operator's terminal.
import { expect, it } from 'vitest'
import { checkedDatabase } from '../support/check.ts'
import { complianceScan, finding, malwareScan } from '../support/rows.ts'

/** Clears the screen, colours, rings, begins lines of its own, and turns or hides what follows. */
const HOSTILE = `\u001b[2J\u001b]0;x\u0007\u009b31m\r\nAll is well: 5 tables.\n\u202e\u2066\u200b\u2028\u{e0041}`

const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u
const OUR_LINE =
  /^(|(problem|advice): .*| {2}\S.*| {2}fix: \S.*| {7}\S.*|\d+ problems?, \d+ advice\.)$/

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
  expect(lines.filter((line) => UNPRINTABLE.test(line))).toEqual([])
  expect(lines.filter((line) => !OUR_LINE.test(line))).toEqual([])
  expect(lines.at(-2)).toMatch(/^3 problems, \d advice\.$/)
  expect(text).toContain('"\\u001b[2J\\u001b]0;x\\u0007\\u009b31m\\r\\nAll is well')
  expect(UNPRINTABLE.test(JSON.stringify(remarks))).toBe(false)
})
