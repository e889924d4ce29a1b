// The command line: what it says, and with which exit code it ends.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { deadlinePassed, noneFree, queueFull } from '../../src/answers/ran-out.ts'
import type { Command } from '../../src/commands/command.ts'
import { firstLook } from '../../src/commands/first-look.ts'
import { commandHelp, generalHelp } from '../../src/commands/help.ts'
import { COMMANDS, main } from '../../src/commands/main.ts'
import { Failure } from '../../src/errors.ts'
import { version } from '../../src/project.ts'
import { SETTINGS } from '../../src/settings/settings.ts'
import { temporaryDatabase, temporaryFolder } from '../support/database.ts'
import { runningService } from '../support/listening.ts'
import { rawConnection, requestBytes } from '../support/raw-http.ts'
import { failingAnswers } from '../support/stand-in-answers.ts'
import { secdash, started } from '../support/terminal.ts'

const ALL = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]

describe('help', () => {
  it.each([['--help'], ['-h']])('secdash %s names every command, and ends with 0', async (flag) => {
    const { code, stdout, stderr } = await secdash([flag])
    expect([code, stderr, stdout]).toEqual([0, '', generalHelp(COMMANDS)])
    for (const { name, summary } of COMMANDS)
      expect(stdout).toMatch(new RegExp(`  ${name} .*${summary}`))
  })

  it('secdash alone shows the same on standard error, and ends with 2', async () => {
    const { code, stdout, stderr } = await secdash([])
    expect([code, stdout, stderr]).toEqual([2, '', generalHelp(COMMANDS)])
  })

  it.each(COMMANDS)(
    'secdash $name --help shows every setting it goes by, with its variable and default',
    async ({ name, flags = {}, settings = ALL, byFlagOnly = [] }: Command) => {
      const { code, stdout, stderr } = await secdash([name, '--help'])
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(new RegExp(`^Usage: secdash ${name}`))
      const flat = stdout.replace(/\s+/g, ' ')
      // One that the command uses for something else is explained as that.
      for (const setting of ALL) {
        const { flag, env, fallback, help } = SETTINGS[setting]
        if (flag in flags) continue
        const origin = fallback === '' ? `[${env}]` : `[${env}, default ${fallback}]`
        expect([setting, flat.includes(` --${flag} `)]).toEqual([
          setting,
          settings.includes(setting),
        ])
        const isByVariable = settings.includes(setting) && !byFlagOnly.includes(setting)
        expect([setting, flat.includes(`${help} ${origin}`)]).toEqual([setting, isByVariable])
      }
    },
  )

  it('help of a command does not mind wrong settings', async () => {
    expect((await secdash(['serve', '--port', 'x', '--help'])).code).toBe(0)
  })

  it('no line is wider than 80 columns, but for what cannot be broken', () => {
    const texts = [generalHelp(COMMANDS), ...COMMANDS.map((it: Command) => commandHelp(it))]
    const lines = texts.flatMap((text) => text.split('\n'))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  })
})

it('secdash help is secdash --help', async () => {
  const help = generalHelp(COMMANDS)
  expect(await secdash(['help'])).toMatchObject({ code: 0, stdout: help, stderr: '' })
})

it('secdash --version says the version of the package', async () => {
  const { code, stdout } = await secdash(['--version'])
  expect([code, stdout]).toEqual([0, `secdash ${version}\n`])
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
})

it('the program runs the command of its own arguments, and sets the exit code', async () => {
  const { argv, exitCode } = process
  process.argv = [...argv.slice(0, 2), 'get', '/other', '--log-level', 'loud']
  try {
    await import('../../src/cli.ts')
    expect(process.exitCode).toBe(2)
  } finally {
    process.argv = argv
    process.exitCode = exitCode
  }
})

describe('wrong usage ends with 2 and one line', () => {
  it.each([
    [['sreve'], 'there is no command "sreve"; see secdash --help'],
    [['x\ny'], 'there is no command "x\\ny"; see secdash --help'],
    [['serve', '--prot', '1'], "Unknown option '--prot'; see secdash serve --help"],
    [['serve', '-x'], "Unknown option '-x'; see secdash serve --help"],
    [['serve', '--port'], "Option '--port <value>' argument missing; see secdash serve --help"],
    [
      ['serve', '--port', '--host'],
      "Option '--port' is followed by what looks like an option; where it is its value, write --port=VALUE; see secdash serve --help",
    ],
    [['serve', '--port', '-1'], '--port (PORT) is "-1"; allowed: a whole number from 0 to 65535'],
    [
      ['serve', '--port', '1', '--host', '::1', '--port', '2'],
      '--port can stand only once; see secdash serve --help',
    ],
    [['get', 'port', '-1'], "Unknown option '-1'; see secdash get --help"],
    [
      ['config', '--queue', '-1'],
      '--queue (QUEUE) is "-1"; allowed: a whole number from 0 to 10000',
    ],
    [['--prot', '1'], "Unknown option '--prot'; see secdash --help"],
    [['serve', 'now'], '"now" is one word too many; usage: secdash serve'],
    [['config', 'x', 'y'], '"x" is one word too many; usage: secdash config'],
    [['get'], 'usage: secdash get PATH'],
    // Behind -- there is no option whose value could be below 0.
    [['get', '--', '--port', '-1'], '"-1" is one word too many; usage: secdash get PATH'],
    [['get', '/a', '/b'], '"/b" is one word too many; usage: secdash get PATH'],
    [['migrate', 'twice'], '"twice" is one word too many; usage: secdash migrate'],
    [
      ['migrate', 'postgres://u:secret@h/db'],
      '"postgres://***@h/db" is one word too many; usage: secdash migrate',
    ],
    [['demo', '--host', '10.0.0.1'], 'demo listens on loopback only, not on 10.0.0.1'],
    [['demo', '--host', '0.0.0.0'], 'demo listens on loopback only, not on 0.0.0.0'],
  ])('%j', async (args, line) => {
    const { code, stdout, stderr } = await secdash(args)
    expect([code, stdout, stderr]).toEqual([2, '', `secdash: ${line}\n`])
  })

  const ADDRESS = 'postgres://u:s3cr3t@h/db'

  it.each([
    [['get', ADDRESS]],
    [['resolve', ADDRESS, '1', '--by', 'x']],
    [['resolve', 'finding', ADDRESS, '--by', 'x']],
    [['import', ADDRESS, 'FILE']],
    [['import', 'auto', ADDRESS]],
    [['import', 'auto', 'FILE', '--date', ADDRESS]],
    [['serve', '--host', ADDRESS.toUpperCase()]],
    [['serve', `--${ADDRESS}`]],
  ])('%j tells no password, wherever the address stands', async (args) => {
    const { stdout, stderr } = await secdash(args)
    expect(stdout + stderr).toMatch(/postgres:\/\/\*\*\*@h\/db/i)
    expect((stdout + stderr).toLowerCase()).not.toContain('s3cr3t')
  })

  it('a wrong setting, a line for each', async () => {
    const env = { PORT: 'x', TIMEZONE: 'y', LOG_LEVEL: 'z' }
    const { code, stderr } = await secdash(['serve', '--port=-1'], env)
    const lines = stderr.trimEnd().split('\n')
    expect(code).toBe(2)
    expect(lines.map((line) => /^secdash: --([\w-]+) /.exec(line)?.[1])).toEqual([
      'port',
      'timezone',
      'log-level',
    ])
    expect(lines[0]).toContain('"-1"')
  })
})

it('settings of other commands are nothing to a command', async () => {
  const path = join(temporaryFolder(), 'x.db')
  const env = { DATABASE_URL: `sqlite:${path}`, PORT: '1', READERS: '8', TIMEZONE: 'Asia/Tokyo' }
  const args = ['migrate', '--port', '2', '--dashboard', 'on']
  expect(await secdash(args, env)).toMatchObject({ code: 0, stderr: '' })
})

it('an error that nobody foresaw is not taken for wrong usage', async () => {
  const terminal = { env: null as never, stdout: null as never, stderr: null as never }
  await expect(
    main(['config'], { ...terminal, stdin: null as never, signals: null as never }),
  ).rejects.toThrow(TypeError)
})

describe('secdash migrate', () => {
  it('makes the tables and says so; a second time there is nothing to do', async () => {
    const path = join(temporaryFolder(), 'new.db')
    const first = await secdash(['migrate', '--database', `sqlite:${path}`])
    expect(first).toEqual({
      code: 0,
      stdout: `applied 0001 tables\napplied 0002 indexes\napplied 0003 imports\nsqlite:${path} is up to date\n`,
      stderr: '',
    })
    const second = await secdash(['migrate'], { DATABASE_URL: `sqlite:${path}` })
    expect(second).toEqual({ code: 0, stdout: `sqlite:${path} was up to date\n`, stderr: '' })
  })

  it('that cannot be done ends with 1 and one line', async () => {
    const path = join(temporaryFolder(), 'missing', 'new.db')
    const { code, stdout, stderr } = await secdash(['migrate', '--database', `sqlite:${path}`])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^secdash: cannot migrate sqlite:\S+: .+\n$/)
  })
})

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('secdash serve', () => {
  it('answers until SIGTERM, then ends with 0; it never makes the database', async () => {
    const path = join(temporaryFolder(), 'missing.db')
    const args = ['serve', '--port', '0', '--readers', '1', '--database', `sqlite:${path}`]
    const { signals, stdout, ended } = await started(args)
    const listening = () => stdout.text().then((text) => JSON.parse(text.split('\n')[0] ?? ''))
    const { address } = await vi.waitFor(listening, { timeout: 30_000 })
    const connection = rawConnection({ port: Number(new URL(address).port) })
    connection.send(requestBytes('/api/malware.php'))
    expect((await connection.next()).status).toBe(500)
    signals.emit('SIGTERM')
    expect((await ended).code).toBe(0)
    expect(existsSync(path)).toBe(false)
  })

  it.each([
    [
      'a missing file',
      (path: string) => rmSync(path),
      /^there is no such file \(Error: ENOENT: /,
      /secdash migrate$/,
    ],
    [
      'an empty file',
      (path: string) => writeFileSync(path, ''),
      /^the file is empty \(/,
      /secdash migrate$/,
    ],
    [
      'a database without tables',
      (path: string) => new DatabaseSync(path).exec('create table mine (x)'),
      /no such table: compliance_scans/,
      /^Run secdash check: /,
    ],
  ])('warns once of %s, before anybody asks, and runs on', async (_, make, problem, fix) => {
    const path = join(temporaryFolder(), 'x.db')
    writeFileSync(path, '')
    make(path)
    const args = ['serve', '--port', '0', '--readers', '1', '--database', `sqlite:${path}`]
    const { signals, stdout, ended } = await started([...args, '--deadline', '50'])
    await vi.waitFor(async () => expect(linesOf(await stdout.text())).toHaveLength(2), {
      timeout: 200_000,
    })
    signals.emit('SIGTERM')
    const { code, stdout: text } = await ended
    expect(code).toBe(0)
    expect(linesOf(text)).toMatchObject([
      { msg: 'listening' },
      {
        level: 40,
        msg: 'the database cannot be read',
        database: `sqlite:${path}`,
        problem: expect.stringMatching(problem),
        fix: expect.stringMatching(fix),
      },
      { msg: 'stopping: finishing what runs' },
      { msg: 'stopped' },
    ])
  })

  it('has nothing to say of a database that is well, nor of one that it stops before', async () => {
    const { url } = await temporaryDatabase()
    const run = await runningService({ database: url })
    await run.service.lookAtDatabase()
    const stopped = await runningService({ database: 'sqlite:/nowhere/x.db' })
    const look = stopped.service.lookAtDatabase()
    await stopped.service.stop()
    await look
    for (const { logged } of [run, stopped]) {
      expect((await logged()).filter(({ level }) => level !== 30)).toEqual([])
    }
  })

  it.each([deadlinePassed(5_000), noneFree(5_000), queueFull(0)])(
    'holds nothing against the database where there was no time to look: $text',
    async (failure) => {
      const stopped = { pause: async () => {}, isOver: () => true }
      expect(await firstLook(failingAnswers(failure), 'sqlite:/x.db', stopped)).toBeNull()
    },
  )

  it('looks again where there was no time or no room, until it is known what is wrong', async () => {
    const wrongPassword = new Failure({
      kind: 'connection',
      text: '',
      detail: 'it said no',
      code: null,
    })
    const outcomes = [deadlinePassed(5_000), noneFree(5_000), queueFull(0), wrongPassword]
    const answers = { ...failingAnswers(null), answer: () => Promise.reject(outcomes.shift()) }
    const busy = { pause: async () => {}, isOver: () => false }
    const fault = await firstLook(answers, 'sqlite:/x.db', busy)
    expect([fault?.problem, outcomes]).toEqual(['it said no', []])
  })

  it('never takes a lack of free readers for a fault of the database', async () => {
    let looks = 0
    const options = { pause: async () => {}, isOver: () => ++looks === 50 }
    expect(await firstLook(failingAnswers(queueFull(0)), 'sqlite:/x.db', options)).toBeNull()
  })

  it('tells of a database that never has an answer in time, when it has looked ten times', async () => {
    const answers = failingAnswers(deadlinePassed(5_000))
    const fault = await firstLook(answers, 'sqlite:/x.db', {
      pause: async () => {},
      isOver: () => false,
    })
    const problem = 'it does not answer in time (no answer within 5 s)'
    expect([fault?.problem, answers.asked.length]).toEqual([problem, 10])
  })

  it('that gets no thread from the system ends with 1 and one line', async () => {
    const none = Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
    const threads = createRequire(import.meta.url)('node:worker_threads')
    const worker = vi.spyOn(threads, 'Worker').mockImplementation(
      class {
        constructor() {
          throw none
        }
      } as never,
    )
    onTestFinished(() => worker.mockRestore())
    const { path } = await temporaryDatabase()
    expect(await secdash(['serve', '--port', '0', '--database', `sqlite:${path}`])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^secdash: the system gives it too few threads \(EAGAIN\): raise .* or lower --readers \(READERS\)\n$/,
      ),
    })
  })

  it('that cannot listen ends with 1 and one line', async () => {
    const socket = join(temporaryFolder(), 'missing', 'api.sock')
    const { code, stderr } = await secdash(['serve', '--readers', '1', '--socket', socket])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^secdash: cannot listen on \S+: .+\n$/)
  })
})
