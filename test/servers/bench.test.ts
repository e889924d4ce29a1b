// The benchmark itself: that it runs, measures what it says, and leaves nothing behind.
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { missingForPhp } from '../../bench/peers/php.ts'

const RUN = join(import.meta.dirname, '..', '..', 'bench', 'run.ts')
const MINUTES = 60_000

const leftovers = () =>
  ['/dev/shm', '/tmp'].flatMap((folder) =>
    readdirSync(folder).filter((it) => /^secdash-(bench|php)/.test(it)),
  )

it('npm run bench -- --short measures every section and cleans up after itself', {
  timeout: 5 * MINUTES,
}, async () => {
  const before = leftovers()
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...[RUN, '--short', '--engines', 'sqlite'],
  ])
  for (const title of [
    'Side by side: malware, small data',
    'Side by side: findings, small data',
    'Every answer: sqlite',
    'Event loop, small data',
    'Beside a history of all servers, small data',
    'From serve to the first answer',
    'Memory, sqlite, small data',
  ]) {
    expect(stdout).toContain(`\n${title}: `)
  }
  expect(stdout).toMatch(/^bare node:http +unchanged +\d+ /m)
  expect(stdout).toMatch(/^ours, sqlite +changing +\d+ /m)
  expect(stdout).toMatch(/^ours, sqlite +fresh +\d+ /m)
  // Without its packages it is left out, and that is said.
  expect(stdout).toMatch(
    missingForPhp().length === 0
      ? /^nginx \+ PHP-FPM, sqlite +fresh +\d+ /m
      : /^SKIPPED: nginx with PHP-FPM/m,
  )
  expect(stdout).not.toContain('NaN')
  expect(leftovers()).toEqual(before)
})

it('says what is wrong with an option, and how it is used', async () => {
  const run = promisify(execFile)(process.execPath, [RUN, '--rounds', 'many'])
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /--rounds: "many" is no number of at least 1\nusage: npm run bench/,
    ),
  })
})

it('says so where none of its engines can be had', async () => {
  const run = promisify(execFile)(process.execPath, [RUN, '--engines', 'sqlite'], {
    env: { ...process.env, SECDASH_TEST_ENGINES: 'postgres' },
  })
  await expect(run).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^--engines: sqlite cannot be had on this machine\nusage: npm run bench/,
    ),
  })
})
