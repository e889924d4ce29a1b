// What a broken-off test run leaves on the machine: nothing.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { runs } from '../support/left-behind.ts'

const RUN_FOLDER = new URL('../support/run-folder.ts', import.meta.url).href
const FOLDERS = new URL('../support/folders.ts', import.meta.url).href

/** Starts what outlives it, unless it is ended; then exits as a run does at Ctrl+C. */
const BROKEN_OFF = `
  import { spawn } from 'node:child_process'
  import { mkdtempSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import { makeRunFolders } from '${RUN_FOLDER}'
  import { newFolder } from '${FOLDERS}'
  makeRunFolders()
  const folders = [newFolder('test'), mkdtempSync(tmpdir() + '/secdash-test-')]
  const forEver = ['-e', 'setInterval(() => {}, 1e9)']
  const left = [1, 2].map(() =>
    spawn(process.execPath, forEver, { detached: true, stdio: 'ignore' }),
  )
  // Frozen, as some tests leave a server.
  left[0].kill('SIGSTOP')
  console.log(JSON.stringify({ folders, pids: left.map(({ pid }) => pid) }))
  process.exit(130)
`

it('a run that is broken off ends what it has started, and removes its files', () => {
  const args = ['--input-type=module-typescript', '--eval', BROKEN_OFF]
  let said = ''
  try {
    execFileSync(process.execPath, args, { encoding: 'utf8', env: {}, stdio: 'pipe' })
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    expect(status).toBe(130)
    said = stdout
  }
  const { folders, pids } = JSON.parse(said)
  expect(folders).toHaveLength(2)
  expect(folders.filter(existsSync)).toEqual([])
  expect(pids.filter(runs)).toEqual([])
})
