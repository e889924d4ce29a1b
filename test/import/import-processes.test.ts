// Several programs that write at once, as cron starts them: each waits for its turn.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { ownReport } from '../support/imported.ts'

const CLI = join(PROJECT, 'src', 'cli.ts')

/** Each in a process of its own, all at once; resolves to their exit codes. */
const importAll = (url: string, tool: string, files: readonly string[]): Promise<number[]> =>
  Promise.all(
    files.map(async (file) => {
      const child = spawn(process.execPath, [CLI, 'import', tool, file], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: 'ignore',
      })
      const [code] = await once(child, 'exit')
      return code
    }),
  )

it('imports that run at once store every report', async () => {
  const { url, db } = await temporaryDatabase('all')
  const folder = temporaryFolder()
  const posture = { compliance: 80, redteam: 70, incident: 90, monitoring: 60 }
  const days = ['01', '02', '03', '04']
  const files = days.map((day) => {
    const file = join(folder, `${day}.json`)
    writeFileSync(file, JSON.stringify({ ...posture, recorded_at: `2026-03-${day}T00:00:00Z` }))
    return file
  })
  expect(await importAll(url, 'posture', files)).toEqual([0, 0, 0, 0])
  const rows = await db.selectFrom('posture_scores').select('recorded_at').execute()
  expect(rows.map(({ recorded_at }) => recorded_at.slice(8, 10)).sort()).toEqual(days)
})

it('the same report in imports that run at once is stored once, and so is each hit', async () => {
  const { url, db } = await temporaryDatabase('all')
  const log = ownReport('clamav/1.4.6_move.log')
  expect(await importAll(url, 'clamav', [log, log, log, log])).toEqual([0, 0, 0, 0])
  const alone = await temporaryDatabase('all')
  expect(await importAll(alone.url, 'clamav', [log])).toEqual([0])
  const stored = async (of: typeof db) => ({
    scans: await of.selectFrom('malware_scans').select('scan_date').execute(),
    hits: await of
      .selectFrom('malware_detections')
      .select(['file_path', 'malware_signature'])
      .execute(),
  })
  const once = await stored(alone.db)
  expect(once.hits.length).toBeGreaterThan(1)
  expect(await stored(db)).toEqual(once)
})
