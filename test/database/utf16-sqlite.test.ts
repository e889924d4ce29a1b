// SQLite may keep its texts in UTF-16, and compares their bytes as they lie there. Answers are the same
// as of a file in UTF-8.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { insertingInto, type TestDatabase, temporaryFolder } from '../support/database.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'

/** In the order of UTF-8. The bytes of UTF-16 have another one in either of its forms. */
const NAMES = ['Z', 'a', 'b', 'é', 'Ā', '中', '～', '😀']

const COMPLIANCE = '/api/compliance-scans.php?action='
const PATHS = [
  '/api/malware.php',
  '/api/posture.php',
  `${COMPLIANCE}summary`,
  `${COMPLIANCE}server&name=a`,
  `${COMPLIANCE}findings`,
  `${COMPLIANCE}findings&server=b&category=a`,
  `${COMPLIANCE}categories`,
  `${COMPLIANCE}history`,
]

async function fileIn(encoding: string): Promise<string> {
  const path = join(temporaryFolder(), 'x.db')
  const made = new DatabaseSync(path)
  // A file has its encoding from its first table on.
  made.exec(`pragma encoding = '${encoding}'; create table first (x); drop table first`)
  made.close()
  const engine = engineAt(`sqlite:${path}`)
  await migrate(engine)
  const db = await engine.openForWriting()
  onTestFinished(() => db.destroy())
  await fill(insertingInto(db))
  return `sqlite:${path}`
}

async function fill(insert: TestDatabase['insert']) {
  const names = NAMES.toReversed()
  await insert('malware_scans', ...names.map((it) => malwareScan({ scan_type: it })))
  await insert('malware_detections', ...names.map((it) => detection({ scan_type: it })))
  await insert('compliance_scans', ...names.map((it) => complianceScan({ server_name: it })))
  for (const scan_id of names.keys()) {
    const ofScan = { scan_id: scan_id + 1 }
    const findings = names.map((it) => finding({ ...ofScan, check_category: it }))
    await insert('compliance_findings', ...findings)
  }
  await insert('posture_scores', posture())
}

async function answersOf(encoding: string) {
  const { get } = await testService({ url: await fileIn(encoding) })
  return Promise.all(PATHS.map((path) => get(path)))
}

it.each(['UTF-16le', 'UTF-16be'])('every answer is the same where texts are in %s', async (it) => {
  const answers = await answersOf(it)
  const inUtf8 = await answersOf('UTF-8')
  expect(answers.map(({ text }) => text)).toEqual(inUtf8.map(({ text }) => text))
  const [malware] = answers
  expect(Object.keys(malware?.body.last_scan_days)).toEqual(NAMES)
})
