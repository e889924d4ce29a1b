// Settings: a flag wins over the environment, the environment over the default.
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configOf, settingsInForce } from '../../src/settings/config.ts'
import { SETTINGS } from '../../src/settings/settings.ts'
import { secdash } from '../support/terminal.ts'

const problems = (flags: Record<string, string>, env: Record<string, string> = {}): string[] => {
  try {
    configOf(flags, env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

it('without flags and environment every setting has its documented default', () => {
  expect(configOf({}, {})).toEqual({
    database: `sqlite:${resolve('secdash.db')}`,
    host: '127.0.0.1',
    port: 8080,
    socket: null,
    basePath: '',
    dashboard: false,
    trustedUpstreams: [],
    timezone: 'UTC',
    logLevel: 'info',
    deadlineMs: 5000,
    readers: 4,
    queue: 64,
    memoryBytes: 64 * 1024 * 1024,
    maxHeaderBytes: 8192,
    headerTimeoutMs: 5000,
    keepAliveMs: 72_000,
    maxConnections: 1024,
  })
})

/** For each setting two good values that differ, and a wrong one. */
const VALUES: { [Name in keyof typeof SETTINGS]: [string, string, wrong: string] } = {
  database: ['sqlite:/a.db', 'sqlite:/b.db', 'oracle'],
  host: ['127.0.0.2', '::1', 'no-such-host'],
  port: ['1', '65535', '65536'],
  socket: ['/run/a.sock', '/run/b.sock', `/${'x'.repeat(101)}`],
  basePath: ['/a', '/b/c', 'a b'],
  dashboard: ['on', 'off', 'yes'],
  trustedUpstreams: ['10.0.0.1', 'fd00::/64', '0.0.0.0/0'],
  timezone: ['Europe/Berlin', 'Asia/Tokyo', 'Mars/Olympus'],
  logLevel: ['debug', 'silent', 'loud'],
  deadlineMs: ['0.1', '300', '301'],
  readers: ['1', '64', '0'],
  queue: ['0', '10000', '-1'],
  memoryBytes: ['0', '65536', '1.5'],
  maxHeaderBytes: ['1024', '65536', '1e4'],
  headerTimeoutMs: ['0.5', '2', '0.5001'],
  keepAliveMs: ['1', '3600', '0.9'],
  maxConnections: ['1', '100000', '1.5'],
}
const ALL = Object.entries(SETTINGS).map(([name, { flag, env }]) => {
  const [one, other, wrong] = VALUES[name as keyof typeof SETTINGS]
  return { name: name as keyof typeof SETTINGS, flag, env, one, other, wrong }
})

describe.each(ALL)('$name', ({ name, flag, env, one, other, wrong }) => {
  it(`is read from --${flag} and from ${env}, and the flag wins`, () => {
    const byFlag = configOf({ [flag]: one }, {})[name]
    const byEnvironment = configOf({}, { [env]: other })[name]
    expect(byFlag).not.toEqual(byEnvironment)
    expect(configOf({}, { [env]: one })[name]).toEqual(byFlag)
    expect(configOf({ [flag]: one }, { [env]: other })[name]).toEqual(byFlag)
  })

  it('has its default where the variable is empty', () => {
    expect(configOf({}, { [env]: '' })[name]).toEqual(configOf({}, {})[name])
  })

  it('with a wrong value stops the start with one line: setting, value, what is allowed', () => {
    const lines = problems({ [flag]: wrong })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^--${flag} \\(${env}\\) is ".*"(: .+)?; allowed: .{3,}$`))
    expect(lines[0]).toContain(JSON.stringify(wrong))
    expect(problems({}, { [env]: wrong })).toEqual(lines)
  })
})

it('all wrong settings are told at once, each by name', () => {
  const env = Object.fromEntries(ALL.map((it) => [it.env, it.wrong]))
  const lines = problems({}, env)
  expect(lines.map((line) => /\((\w+)\)/.exec(line)?.[1])).toEqual(ALL.map((it) => it.env))
})

describe('wrong values', () => {
  it.each([
    '',
    'secdash.db',
    'sqlite:',
    'sqlite::memory:',
    'sqlite:a\0b',
    'postgres://h',
    'oracle://h/db',
  ])('of --database: %j', (text) => {
    expect(problems({ database: text })).toHaveLength(1)
  })

  it.each(['', '-1', '+1', '0x50', '80 ', ' 80', '8e1', '80.0', '٨٠', '1234567890'])(
    'of --port: %j',
    (text) => {
      expect(problems({ port: text })).toHaveLength(1)
    },
  )

  it.each(['', '-1', '1e1', 'Infinity', 'NaN', '1.2345', '.5', '5s'])(
    'of --deadline: %j',
    (text) => {
      expect(problems({ deadline: text })).toHaveLength(1)
    },
  )

  it.each(['secdash', '//', '/a//b', '/a b', '/a?b', '/a#b', '/a%20b', '/ä', '/.', '/a/../b'])(
    'of --base-path: %j',
    (text) => {
      expect(problems({ 'base-path': text })).toHaveLength(1)
    },
  )
})

it('a base path may end with a slash, which changes nothing', () => {
  expect(configOf({ 'base-path': '/a/b/' }, {}).basePath).toBe('/a/b')
  expect(configOf({ 'base-path': '/' }, {}).basePath).toBe('')
})

it('the name of a time zone is read in any mix of capitals', () => {
  expect(configOf({ timezone: 'europe/berlin' }, {}).timezone).toBe('Europe/Berlin')
})

it('a socket may be turned off by a flag though the environment names one', () => {
  expect(configOf({ socket: '' }, { SOCKET: '/run/a.sock' }).socket).toBe(null)
})

it('settings cannot be changed once they are read', () => {
  expect(Object.isFrozen(configOf({}, {}))).toBe(true)
})

it('each setting tells where its value comes from', () => {
  const inForce = settingsInForce({ port: '1' }, { HOST: '::1', PORT: '2' })
  const from = (name: string) => inForce.find((it) => it.name === name)
  expect(from('port')).toMatchObject({ text: '1', from: 'flag' })
  expect(from('host')).toMatchObject({ text: '::1', from: 'environment' })
  expect(from('queue')).toMatchObject({ text: '64', from: 'default' })
})

describe('secdash config', () => {
  it('prints every setting, its value and where that comes from', async () => {
    const { code, stdout, stderr } = await secdash(['config', '--port', '1'], { HOST: '::1' })
    expect([code, stderr]).toEqual([0, ''])
    const lines = stdout.trimEnd().split('\n')
    expect(lines.map((line) => line.split('=')[0])).toEqual(ALL.map(({ env }) => env))
    expect(lines).toContain('PORT=1 (flag)')
    expect(lines).toContain('HOST=::1 (environment)')
    expect(lines).toContain('TIMEZONE=UTC (default)')
  })

  it('with a wrong setting says so and ends with 2', async () => {
    const { code, stdout, stderr } = await secdash(['config', '--port', 'x', '--queue', 'y'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr.split('\n')).toHaveLength(3)
    expect(stderr).toMatch(/^secdash: --port .*\nsecdash: --queue .*\n$/)
  })
})
