// Several programs that write at once, as cron starts them: each waits for its turn.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDatabase, temporaryFolder } from './support/database.ts'

const CLI = join(import.meta.dirname, '..', 'src', 'cli.ts')

it('imports that run at once store every report, and each hit once', async () => {
  const { url, db } = await temporaryDatabase('all')
  const folder = temporaryFolder()
  const posture = { compliance: 80, redteam: 70, incident: 90, monitoring: 60 }
  const codes = await Promise.all(
    [1, 2, 3, 4].map(async (day) => {
      const file = join(folder, `${day}.json`)
      writeFileSync(file, JSON.stringify({ ...posture, recorded_at: `2026-03-0${day}T00:00:00Z` }))
      const child = spawn(process.execPath, [CLI, 'import', 'posture', file], {
        env: { ...process.env, DATABASE_URL: url },
        stdio: 'ignore',
      })
      const [code] = await once(child, 'exit')
      return code
    }),
  )
  expect(codes).toEqual([0, 0, 0, 0])
  const rows = await db.selectFrom('posture_scores').select('recorded_at').execute()
  expect(rows.map(({ recorded_at }) => recorded_at.slice(8, 10)).sort()).toEqual([
    '01',
    '02',
    '03',
    '04',
  ])
})
