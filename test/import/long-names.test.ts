// A log is read in little memory, however long the names in it are.
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT } from '../../src/project.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'

const CLI = join(PROJECT, 'src', 'cli.ts')
const HEAP_MB = 96

it('of controls of InSpec, whose machines have names without end', async () => {
  const { url } = await temporaryDatabase('all')
  const file = join(temporaryFolder(), 'controls.json')
  const control = (number: number, length: number) => ({
    id: `c${number}`,
    status: 'failed',
    batch_runtime: '2026-03-01',
    profile: { name: 'p' },
    platform: { name: 'ubuntu', target_id: `${'x'.repeat(600)}${number}${'y'.repeat(length)}` },
  })
  appendFileSync(file, `${JSON.stringify(control(0, 0))}\n`)
  for (let number = 1; number < 250; number++)
    appendFileSync(file, `${JSON.stringify(control(number, 800_000))}\n`)
  const { status, stdout } = spawnSync(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, CLI, 'import', 'inspec', file],
    { env: { ...process.env, DATABASE_URL: url }, encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([0, expect.stringContaining('250 failed')])
})
