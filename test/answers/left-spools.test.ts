// What a service that was killed at the beginning of a long answer has left behind.
import { chownSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { removeLeftSpools } from '../../src/answers/spool/left-spools.ts'
import { newSpool } from '../../src/answers/spool/streamed.ts'
import { temporaryFolder } from '../support/database.ts'
import { runningService } from '../support/listening.ts'

const HOUR_SECONDS = 3_600
const NAME = 'secdash-00000000-0000-4000-8000-00000000000'

/** A folder for temporary files, and how to put one there that is so many seconds old. */
function ownFolder() {
  const folder = temporaryFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const now = Date.now()
  const put = (name: string, age: number, content = '') => {
    writeFileSync(join(folder, name), content)
    utimesSync(join(folder, name), now / 1000 - age, now / 1000 - age)
  }
  return { folder, now, put }
}

it('is removed when it is old, empty and ours, and nothing else is', async () => {
  const { folder, now, put } = ownFolder()
  put(`${NAME}1`, HOUR_SECONDS + 60)
  put(`${NAME}2`, HOUR_SECONDS - 60)
  put(`${NAME}3`, HOUR_SECONDS + 60, 'content')
  put(`${NAME}4.txt`, HOUR_SECONDS + 60)
  put('secdash-notes', HOUR_SECONDS + 60)
  put('target', HOUR_SECONDS + 60)
  symlinkSync(join(folder, 'target'), join(folder, `${NAME}5`))
  mkdirSync(join(folder, `${NAME}6`))
  const others = ['2', '3', '4.txt', '5', '6'].map((end) => `${NAME}${end}`)
  // Only root can give a file away.
  if (process.getuid?.() === 0) {
    put(`${NAME}7`, HOUR_SECONDS + 60)
    chownSync(join(folder, `${NAME}7`), 65_534, 65_534)
    others.push(`${NAME}7`)
  }
  await removeLeftSpools(now)
  expect(readdirSync(folder).sort()).toEqual([...others, 'secdash-notes', 'target'].sort())
})

it('is known by the name that a long answer has', async () => {
  const { folder, now } = ownFolder()
  const spool = newSpool()
  onTestFinished(() => spool.discard())
  await removeLeftSpools(now)
  expect(readdirSync(folder)).toHaveLength(1)
  await removeLeftSpools(now + 2 * HOUR_SECONDS * 1000)
  expect(readdirSync(folder)).toEqual([])
})

it('is looked for when a service starts, and a folder that is not there is no matter', async () => {
  const { folder, put } = ownFolder()
  put(`${NAME}1`, HOUR_SECONDS + 60)
  await runningService({})
  await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).toEqual([])
  vi.stubEnv('TMPDIR', join(folder, 'missing'))
  await expect(removeLeftSpools(0)).resolves.toBeUndefined()
})
