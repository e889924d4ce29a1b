// What the benchmark's figures are made of.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SIZES } from '../../bench/data/sizes.ts'
import { fill } from '../../bench/fill.ts'
import { httpClient } from '../../bench/measure/http-client.ts'
import { cpuMs, memoryBytes } from '../../bench/measure/processes.ts'
import { difference } from '../../bench/measure/same-answers.ts'
import { interleaved, median, quantile } from '../../bench/measure/statistics.ts'
import { touchOf } from '../../bench/measure/touch.ts'
import { optionsOf } from '../../bench/options.ts'
import { judge, markdownReport, newReport, shortfalls, terminalReport } from '../../bench/report.ts'
import { temporaryFolder } from '../support/database.ts'

const NEWEST = Date.parse('2026-03-15T12:00:00Z')

describe('the small data set', () => {
  async function filled(seed: number) {
    const path = join(temporaryFolder(), 'small.db')
    await fill(`sqlite:${path}`, 'small', { seed, newestMs: NEWEST })
    const database = new DatabaseSync(path, { readOnly: true })
    onTestFinished(() => database.close())
    const count = (query: string) =>
      database.prepare(`select count(*) as n from ${query}`).get()?.['n']
    const all = (table: string) => database.prepare(`select * from ${table}`).all()
    return { database, count, all }
  }

  it('has as many rows of everything as it says, all with their scans', async () => {
    const { database, count } = await filled(1)
    const { servers, days, findings, malwareScans, activeDetections } = SIZES.small
    expect(count('compliance_scans')).toBe(servers * days)
    expect(count('compliance_findings')).toBe(findings)
    expect(count('malware_scans')).toBe(malwareScans)
    expect(count('malware_detections where resolved_at is null')).toBe(activeDetections)
    expect(database.prepare('pragma foreign_key_check').all()).toEqual([])
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  it('has more active findings than a list shows', async () => {
    const { count } = await filled(1)
    expect(
      count(`compliance_findings where status = 'fail' and resolved_at is null`),
    ).toBeGreaterThan(500)
  })

  it('is the same for the same seed, and another for another', async () => {
    const [one, same, other] = [await filled(1), await filled(1), await filled(2)]
    expect(same.all('compliance_findings')).toEqual(one.all('compliance_findings'))
    expect(other.all('compliance_findings')).not.toEqual(one.all('compliance_findings'))
  })
})

it('a touch is a change that every other connection sees', async () => {
  const path = join(temporaryFolder(), 'touched.db')
  await fill(`sqlite:${path}`, 'small', { newestMs: NEWEST })
  const database = new DatabaseSync(path, { readOnly: true })
  const { touch, close } = await touchOf(`sqlite:${path}`)
  onTestFinished(() => {
    close()
    database.close()
  })
  const version = () => database.prepare('pragma data_version').get()?.['data_version']
  const seen = [version()]
  for (let touches = 0; touches < 4; touches++) {
    await touch()
    seen.push(version())
  }
  expect(new Set(seen).size).toBe(seen.length)
})

describe('the answers of two sides', () => {
  const answer = { list: [{ a: 1, b: null }], last_scan_days: { av: 1 }, timestamp: 'now' }

  it('are the same if only the moment differs', () => {
    const later = { list: [{ a: 1, b: null }], last_scan_days: { av: 2 }, timestamp: 'later' }
    expect(difference(answer, later)).toBeNull()
  })

  it.each([
    ['a of 0 of list of the answer', { ...answer, list: [{ a: 1.5, b: null }] }],
    ['a of 0 of list of the answer', { ...answer, list: [{ a: '1', b: null }] }],
    ['b of 0 of list of the answer', { ...answer, list: [{ a: 1, b: {} }] }],
    ['the members of 0 of list of the answer', { ...answer, list: [{ b: null, a: 1 }] }],
    ['the members of list of the answer', { ...answer, list: [] }],
    ['the members of list of the answer', { ...answer, list: { 0: { a: 1, b: null } } }],
    ['the members of the answer', { list: answer.list }],
  ])('differ in %s', (place, other) => {
    expect(difference(answer, other)).toBe(place)
  })
})

describe('the client', () => {
  async function served(reply: (response: import('node:http').ServerResponse) => void) {
    const server = createServer((_request, response) => reply(response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = await httpClient({ port: (server.address() as AddressInfo).port, path: '/' })
    onTestFinished(() => {
      client.close()
      server.close()
    })
    return client
  }

  it('reads replies of a given length, one after the other', async () => {
    const client = await served((response) => response.end('x'.repeat(100_000)))
    for (let i = 0; i < 3; i++) {
      expect(await client.get()).toMatchObject({ status: 200, bytes: 100_000 })
    }
  })

  it('reads a reply in chunks to its end, also one without a body', async () => {
    const pieces = [['a', 'b'.repeat(70_000)], []]
    const client = await served((response) => {
      for (const piece of pieces.shift() ?? []) response.write(piece)
      response.flushHeaders()
      response.end()
    })
    expect((await client.get()).bytes).toBeGreaterThan(70_000)
    expect(await client.get()).toMatchObject({ status: 200 })
  })

  it('tells of another status, and of a connection that is lost', async () => {
    const replies = [503, 0]
    const client = await served((response) => {
      const status = replies.shift()
      if (status) response.writeHead(status).end()
      else response.destroy()
    })
    expect(await client.get()).toMatchObject({ status: 503 })
    await expect(client.get()).rejects.toThrow(/closed|reset/)
  })
})

it('processor time and memory of a process are those of the kernel', () => {
  const before = cpuMs([process.pid])
  const { user, system } = process.cpuUsage()
  expect(Math.abs(before - (user + system) / 1000)).toBeLessThan(before * 0.5 + 200)
  expect(memoryBytes(process.pid)).toBeGreaterThan(10e6)
  expect(cpuMs([2 ** 22 + 1])).toBe(0)
})

it('a median is the value in the middle, a quantile the one that so many do not pass', () => {
  expect(median([5, 1, 3])).toBe(3)
  expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.99)).toBe(10)
  expect(median([])).toBeNaN()
})

it('rounds take turns, and each begins with another', async () => {
  const order: string[] = []
  await interleaved(3, ['a', 'b', 'c'], async (it) => order.push(it))
  expect(order.join('')).toBe('abcbcacab')
})

describe('a report', () => {
  const report = newReport()
  judge(report, 'fast', 0.8, { least: 0.75 })
  judge(report, 'small', 1.3, { most: 1.2 })
  judge(report, 'absent', Number.NaN, { most: 1 })
  report.skipped.push('a peer')
  report.tables.push({ title: 'T', about: 'Of things.', columns: ['a', 'b'], rows: [['x', 'y']] })

  it('counts what falls short, not what was not measured', () => {
    expect(shortfalls(report)).toBe(1)
  })

  it('says for each bound whether it holds', () => {
    const text = terminalReport(report)
    expect(text).toMatch(/^fast +at least 0\.75 +0\.8 +holds$/m)
    expect(text).toMatch(/^small +at most 1\.2 +1\.3 +FALLS SHORT$/m)
    expect(text).toMatch(/^absent +at most 1 +not measured +not measured$/m)
    expect(text).toContain('SKIPPED: a peer')
  })

  it('is a document, too', () => {
    const text = markdownReport(report, '# Benchmarks\n')
    expect(text).toContain('| small | at most 1.2 | 1.3 | FALLS SHORT |')
    expect(text).toContain('## T\n\nOf things.\n\n| a | b |\n| --- | --- |\n| x | y |\n')
    expect(text).toContain('Left out: a peer.')
  })
})

describe('options', () => {
  it('are those of a full run unless others are given', () => {
    expect(optionsOf([])).toMatchObject({ rounds: 7, sizes: ['small', 'fleet'], short: false })
    expect(optionsOf(['--engines', 'sqlite,mariadb'])).toMatchObject({
      engines: ['sqlite', 'mariadb'],
    })
  })

  it('write the document by a full run alone, unless a file is named', () => {
    expect(optionsOf([]).out).toBe('docs/benchmarks.md')
    for (const part of [['--engines', 'sqlite'], ['--rounds', '9'], ['--short']]) {
      expect(optionsOf(part).out).toBe('')
      expect(optionsOf([...part, '--out', 'part.md']).out).toBe('part.md')
    }
    expect(optionsOf(['--out', '']).out).toBe('')
  })

  it('of a short run write no document and leave the large data out', () => {
    expect(optionsOf(['--short'])).toMatchObject({ rounds: 1, sizes: ['small'], out: '' })
  })

  it.each([
    [['--engines', 'oracle'], '--engines: "oracle" is none of them'],
    [['--sizes', 'huge'], '--sizes: "huge" is none of them'],
    [['--sections', ''], '--sections: "" is none of them'],
    [['--seconds', ''], '--seconds: "" is no number of at least 0.05'],
    [['--wrong'], '--wrong'],
  ])('%j are refused', (args, text) => {
    expect(() => optionsOf(args)).toThrow(text)
  })
})
