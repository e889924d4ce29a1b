// The folder for temporary files is full: nothing but a long history needs it.
import { expect, it } from 'vitest'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { limitedService } from '../support/limited-service.ts'
import { exchange, requestBytes } from '../support/raw-http.ts'
import { complianceScan, finding } from '../support/rows.ts'

/** More of them than are sorted, or sent, at one go. */
const FINDINGS = 3_000
const SCANS = 6_000

async function longLists(): Promise<string> {
  const { url, insert } = await temporaryDatabase()
  const scan_date = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const scans = Array.from({ length: SCANS }, (_, i) =>
    complianceScan({ scan_id: i + 1, scan_date }),
  )
  await insert('compliance_scans', ...scans)
  const finding_details = 'x'.repeat(1_000)
  const findings = Array.from({ length: FINDINGS }, () =>
    finding({ scan_id: SCANS, finding_details }),
  )
  await insert('compliance_findings', ...findings)
  return url
}

/** A limit for the size of files stands in for a disk: it lets pass what SQLite shares beside its file. */
const NO_LARGE_FILES = '-f 100'

it('lists are sorted without it, and the log of a long history says what is wrong', async () => {
  const folder = temporaryFolder()
  const { port, logged } = await limitedService(NO_LARGE_FILES, await longLists(), {
    TMPDIR: folder,
  })
  const ask = async (query: string) => {
    const bytes = requestBytes(`/api/compliance-scans.php?action=${query}`)
    // It is told the length first, so that a failure has a status.
    return (await exchange({ port }, bytes.replace('HTTP/1.1', 'HTTP/1.0')))[0]
  }
  const server = await ask('server&name=web-01')
  expect(server?.status).toBe(200)
  expect(JSON.parse(server?.text ?? '').findings).toHaveLength(FINDINGS)
  expect(await ask('history&days=365')).toMatchObject({
    status: 500,
    text: '{"error":"Internal server error"}',
  })
  expect((await ask('history&days=365&server=web-01'))?.status).toBe(200)
  expect(logged.filter(({ msg }) => msg === 'failure')).toMatchObject([
    {
      kind: 'defect',
      text: 'the temporary file of a long answer cannot be written',
      detail: `Error: EFBIG: file too large, write; TMPDIR must be a folder with room that this user may write to, and is ${folder}`,
    },
  ])
})
