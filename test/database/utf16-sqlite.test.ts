// SQLite may keep its texts in UTF-16, and compares their bytes as they lie there. Answers are the same
// as of a file in UTF-8.
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { insertingInto, type TestDatabase, temporaryFolder } from '../support/database.ts'
import { complianceScan, detection, finding, malwareScan, posture } from '../support/rows.ts'
import { testService } from '../support/service.ts'
import { startService } from '../support/started-service.ts'

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

it('a copy in UTF-16 that is restored into a served file in UTF-8 fails no answer', async () => {
  const [path = '', utf16 = ''] = await Promise.all(
    ['UTF-8', 'UTF-16le'].map(async (it) => (await fileIn(it)).replace('sqlite:', '')),
  )
  const service = await startService(`sqlite:${path}`, { readers: '2' })
  onTestFinished(() => service.stop())
  const statuses = () => Promise.all(PATHS.map(async (it) => (await service.get(it)).status))
  expect(await statuses()).toEqual(PATHS.map(() => 200))
  const source = new DatabaseSync(utf16)
  await backup(source, path)
  source.close()
  // By each thread, and each has a connection of its own.
  for (let round = 0; round < 3; round++) expect(await statuses()).toEqual(PATHS.map(() => 200))
})
