// Files with a mark in front, as Windows writes them: read as if it were UTF-8 without one.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recognised } from '../../src/importers/recognise.ts'
import { imported, ownReport } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'
import { csv5 } from '../support/prowler-reports.ts'

const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 the other way round': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}

const own = (name: string): string => readFileSync(ownReport(name), 'utf8')
const xccdf = `<?xml version="1.0" encoding="ISO-8859-1"?>
<TestResult xmlns="http://checklists.nist.gov/xccdf/1.2" id="r" start-time="2026-03-01T10:00:00"
  end-time="2026-03-01T10:01:00"><target>wéb</target><rule-result idref="Prüfung" severity="high">
  <result>fail</result></rule-result></TestResult>`

const REPORTS = {
  clamav: own('clamav/1.4.6_infected_full.stdout.txt'),
  rkhunter: own('rkhunter/1.4.6_deb12_no_rootkits.stdout.txt'),
  chkrootkit: own('chkrootkit/0.57_planted.stdout.txt'),
  yara: own('yara/4.2.3_plain.stdout.txt'),
  lynis: own('lynis/3.0.7_ubuntu2204-report.dat'),
  'docker-bench': own('docker-bench/1.6.0_one_container.log.json'),
  prowler: csv5([{}]),
}

describe.each(Object.entries(ENCODINGS))('%s', (_, encoded) => {
  it.each(Object.entries(REPORTS))(
    'a report of %s is recognised, and read as it is',
    async (tool, text) => {
      const bytes = encoded(text)
      expect(recognised(memoryInput('report', bytes).head)?.tool).toBe(tool)
      const expected = await imported(tool, text)
      expect(expected.reports.length).toBeGreaterThan(0)
      expect(await imported(tool, bytes)).toEqual(expected)
    },
  )

  it('counts for more than what XML says of itself', async () => {
    const bytes = encoded(xccdf)
    expect(recognised(memoryInput('report', bytes).head)?.tool).toBe('openscap')
    const { findings } = await imported('openscap', bytes)
    expect(findings).toMatchObject([{ checkId: 'Prüfung' }])
  })

  it('a character may lie across two parts of a long file', async () => {
    const path = (i: number) => `/srv/${'x'.repeat(i % 4)}${'😀'.repeat(50)}/${i}`
    const lines = Array.from({ length: 5000 }, (_, i) => `rule_of_mine ${path(i)}`)
    const { hits } = await imported('yara', encoded(`${lines.join('\r\n')}\r\n`))
    expect(hits.map(({ path }) => path)).toEqual(lines.map((_, i) => path(i)))
  })
})

it('size is that of the file: whether it has grown is seen by its bytes', async () => {
  const bytes = Buffer.from('\uFEFFrule_of_mine /a\n', 'utf16le')
  const input = memoryInput('report', bytes)
  expect(input.size).toBe(bytes.length)
  const chunks: Uint8Array[] = []
  for await (const chunk of input.open()) chunks.push(chunk)
  expect(Buffer.concat(chunks)).toEqual(bytes)
})

it.each(['securityhub', 'posture'])(
  'a mark with nothing behind it is an empty file: %s',
  async (tool) => {
    const refusal = (content: Uint8Array) =>
      imported(tool, content).then(
        () => 'read',
        (error: Error) => error.message,
      )
    const empty = await refusal(Buffer.from(''))
    expect(empty).toContain('empty')
    expect(await refusal(Buffer.from('\uFEFF'))).toBe(empty)
    expect(await refusal(Buffer.from('\uFEFF', 'utf16le'))).toBe(empty)
  },
)
