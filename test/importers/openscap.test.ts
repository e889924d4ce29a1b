import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openscap } from '../../src/importers/compliance/openscap/openscap.ts'
import { Refused } from '../../src/importers/refused.ts'
import { serverNameOf } from '../../src/importers/server-name.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { importContext, imported, importedFile } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

const NS = 'http://checklists.nist.gov/xccdf/1.2'

const rule = (id: string, inside = `<title>Title of ${id}</title>`, attributes = '') =>
  `<Rule id="${id}" ${attributes}>${inside}</Rule>`

const result = (id: string, word: string, attributes = 'severity="medium"', inside = '') =>
  `<rule-result idref="${id}" ${attributes}><result>${word}</result>${inside}</rule-result>`

const testResult = (
  results: string,
  {
    attributes = 'start-time="2026-11-15T01:54:56" end-time="2026-11-15T01:54:58"',
    inside = '<target>app01</target>',
    scores = '',
  } = {},
) => `<TestResult id="t" ${attributes}>${inside}${results}${scores}</TestResult>`

const benchmark = (inside: string, namespace = NS) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Benchmark xmlns="${namespace}" id="b">${inside}</Benchmark>`

const score = (value: string, maximum = ' maximum="100"', system = 'urn:xccdf:scoring:default') =>
  `<score system="${system}"${maximum}>${value}</score>`

/** One rule that failed, with all that is asked. */
const one = (options: Parameters<typeof testResult>[1] = {}) =>
  imported('openscap', benchmark(rule('r') + testResult(result('r', 'fail'), options)))

async function refusal(content: string | Uint8Array): Promise<string> {
  const error = await imported('openscap', content).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).message
}

describe('results', () => {
  it.each([
    ['pass', 'pass'],
    ['fixed', 'pass'],
    ['fail', 'fail'],
    ['error', 'error'],
    ['unknown', 'error'],
    ['notapplicable', 'not_applicable'],
    ['notchecked', 'manual'],
    ['informational', 'manual'],
    [' FAIL\n', 'fail'],
  ])('%j is stored as %s', async (word, status) => {
    const { findings, remarks } = await imported(
      'openscap',
      benchmark(testResult(result('r', word))),
    )
    expect(findings.map((it) => it.status)).toEqual([status])
    expect(remarks).toEqual([])
  })

  it.each(['constructor', '', 'passed'])(
    'the unknown word %j is an error, and told',
    async (word) => {
      const { findings, remarks } = await imported(
        'openscap',
        benchmark(testResult(result('r', word))),
      )
      expect(findings.map((it) => it.status)).toEqual(['error'])
      expect(remarks).toEqual([
        `results that XCCDF does not know are stored as errors: ${JSON.stringify(word)}`,
      ])
    },
  )

  it('leaves out rules that were not selected, and counts them', async () => {
    const xml = benchmark(
      rule('a') + rule('b') + testResult(result('a', 'notselected') + result('b', 'pass')),
    )
    const { findings, complianceRuns } = await imported('openscap', xml)
    expect(findings.map(({ checkId }) => checkId)).toEqual(['b'])
    expect(complianceRuns[0]?.metadata['rules_not_selected']).toBe(1)
  })

  it('keeps every result of a rule that was checked several times', async () => {
    const results = result('r', 'pass') + result('r', 'fail')
    const { findings } = await imported('openscap', benchmark(rule('r') + testResult(results)))
    expect(findings.map(({ checkId, status }) => [checkId, status])).toEqual([
      ['r', 'pass'],
      ['r', 'fail'],
    ])
  })

  it('takes the final result of one that was overridden', async () => {
    const inside =
      '<override time="2026-01-01T00:00:00"><old-result>fail</old-result>' +
      '<new-result>pass</new-result><result>error</result></override>'
    const xml = benchmark(testResult(result('r', 'pass', '', inside)))
    expect((await imported('openscap', xml)).findings[0]?.status).toBe('pass')
  })

  it.each([
    ['severity="high"', 'severity="low"', 'high'],
    ['', 'severity="low"', 'low'],
    ['', 'severity="high"', 'high'],
    ['', '', 'low'],
    ['severity="unknown"', '', 'low'],
    ['severity="info"', '', 'low'],
    ['severity="critical"', '', 'critical'],
  ])('a result with [%s] of a rule with [%s] is %s', async (ofResult, ofRule, severity) => {
    const xml = benchmark(rule('r', '', ofRule) + testResult(result('r', 'fail', ofResult)))
    expect((await imported('openscap', xml)).findings[0]?.severity).toBe(severity)
  })

  it('lets the operator decide by rule', async () => {
    const severities = { openscap: [['r', 'critical']] } as const
    const xml = benchmark(testResult(result('r', 'fail')))
    expect((await imported('openscap', xml, { severities })).findings[0]?.severity).toBe('critical')
  })

  it('has the time and the message of each', async () => {
    const attributes = 'time="2026-11-15T02:00:00+01:00"'
    const inside = '<message severity="error">no probe\n</message>'
    const xml = benchmark(rule('r') + testResult(result('r', 'error', attributes, inside)))
    expect((await imported('openscap', xml)).findings).toMatchObject([
      { at: Date.parse('2026-11-15T01:00:00Z') / 1000, summary: 'Title of r: no probe' },
    ])
  })
})

// 1970 is the clock of a machine that was never set.
it.each(['1970-01-01T00:00:00Z', '1989-12-31T23:59:59Z', '2150-01-01T00:00:00Z'])(
  'a result of the time %s has that of its run',
  async (time) => {
    const xml = benchmark(testResult(result('r', 'fail', `time="${time}"`)))
    expect((await imported('openscap', xml)).findings[0]?.at).toBeNull()
  },
)

describe('rules', () => {
  const found = async (inside: string, options?: Parameters<typeof testResult>[1]) => {
    const xml = benchmark(rule('r', inside) + testResult(result('r', 'fail'), options))
    return (await imported('openscap', xml)).findings[0]
  }

  it('give the texts of a finding', async () => {
    const inside = `<title xml:lang="de">Titel</title>
      <title xml:lang="en-US">Set a
      password</title>
      <description>Run <html:code xmlns:html="h">passwd</html:code>:<html:br xmlns:html="h"/>
        <html:pre xmlns:html="h">$ passwd</html:pre> and   more</description>
      <rationale>It is safer.</rationale>
      <ident system="http://cve.mitre.org">CVE-2005-3629</ident>
      <ident system="https://cce">CCE-1</ident>`
    expect(await found(inside)).toMatchObject({
      checkName: 'Set a password',
      summary: 'Set a password',
      details: 'Run passwd:\n\n$ passwd\nand more\n\nIt is safer.\n\nCVE-2005-3629, CCE-1',
      category: 'os',
    })
  })

  it('that are not in the file leave the name and nothing more', async () => {
    const xml = `<TestResult xmlns="${NS}" id="t" end-time="2026-11-15T01:54:58Z">
      <target>app01</target>${result('xccdf_rule_x', 'fail')}</TestResult>`
    expect((await imported('openscap', xml)).findings).toMatchObject([
      {
        checkId: 'xccdf_rule_x',
        checkName: 'xccdf_rule_x',
        details: '',
        remediation: '',
        cis: null,
      },
    ])
  })

  it('take the discussion out of the XML that DISA puts into a text', async () => {
    const inside =
      '<description>&lt;VulnDiscussion&gt;Use &lt;b&gt;.&lt;/VulnDiscussion&gt;&lt;Mitigations&gt;' +
      '&lt;/Mitigations&gt;</description>'
    expect((await found(inside))?.details).toBe('Use <b>.')
    const half = '<description>&lt;/VulnDiscussion&gt;x&lt;VulnDiscussion&gt;</description>'
    expect((await found(half))?.details).toBe('</VulnDiscussion>x<VulnDiscussion>')
  })

  it.each([
    [
      'the words for people',
      '<fixtext>Do it.</fixtext><fix system="urn:xccdf:fix:script:sh">x</fix>',
      'Do it.',
    ],
    [
      'the shell script as it stands',
      '<fix system="urn:xccdf:fix:script:ansible">- a</fix>' +
        '<fix system="urn:xccdf:fix:script:sh">\nif x\n  then y\nfi\n</fix>',
      'if x\n  then y\nfi',
    ],
    [
      'any other script',
      '<fix id="f"/><fix system="urn:x:ansible">- a:\n    b</fix>',
      '- a:\n    b',
    ],
    ['nothing', '<fix id="f"> </fix>', ''],
  ])('give as remediation %s', async (_, inside, remediation) => {
    expect((await found(inside))?.remediation).toBe(remediation)
  })

  it('put what the profile chose into texts and scripts', async () => {
    const inside =
      '<description>At least <sub idref="v_len" use="legacy"/> of <sub idref="v_no"/>.</description>' +
      '<fix system="urn:xccdf:fix:script:sh">len=\'<sub idref="v_len"/>\'</fix>'
    const options = { inside: '<target>a</target><set-value idref="v_len">14</set-value>' }
    expect(await found(inside, options)).toMatchObject({
      details: 'At least 14 of v_no.',
      remediation: "len='14'",
    })
  })

  it('name the benchmark of CIS and the framework of NIST, and not what is like them', async () => {
    const reference = (href: string, text: string) =>
      `<reference href="${href}">${text}</reference>`
    const inside =
      reference('https://www.cisecurity.org/benchmark/ubuntu_linux/', '1.4.1') +
      reference('https://www.cisecurity.org/benchmark/ubuntu_linux/', '1.4.1') +
      reference('https://www.cisecurity.org/benchmark/ubuntu_linux/', '1.4.2') +
      reference('https://www.cisecurity.org/controls/', '13') +
      reference('https://nvlpubs.nist.gov/nistpubs/CSWP/NIST.CSWP.04162018.pdf', ' PR.DS-1 ') +
      reference(
        'http://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r4.pdf',
        'CM-6',
      ) +
      '<reference>none</reference>'
    expect(await found(inside)).toMatchObject({ cis: '1.4.1, 1.4.2', nistCsf: 'PR.DS-1' })
    expect(await found('')).toMatchObject({ cis: null, nistCsf: null })
  })

  it('of the ssh server are in the category ssh', async () => {
    const id = 'xccdf_org.ssgproject.content_rule_sshd_disable_root_login'
    const xml = benchmark(rule(id) + testResult(result(id, 'fail')))
    expect((await imported('openscap', xml)).findings[0]?.category).toBe('ssh')
  })

  describe('where a file has several benchmarks', () => {
    const of = (id: string, title: string) =>
      `<Benchmark xmlns="${NS}" id="${id}">${rule('r', `<title>${title}</title>`)}</Benchmark>`
    const tested = (id: string, host: string) =>
      testResult(result('r', 'fail'), {
        inside: `<benchmark id="${id}"/><target>${host}</target>`,
      })
    const namesIn = async (...results: string[]) => {
      const arf = `<arf:asset-report-collection xmlns:arf="http://scap.nist.gov/schema/asset-reporting-format/1.1">
        ${of('other', 'Other')}${of('b', 'Mine')}
        <arf:reports xmlns="${NS}">${results.join('')}</arf:reports></arf:asset-report-collection>`
      return (await imported('openscap', arf)).findings.map((it) => it.checkName)
    }

    it('come from the one that was tested', async () => {
      expect(await namesIn(tested('b', 'a'))).toEqual(['Mine'])
    })

    it('come once from each that was tested', async () => {
      expect(await namesIn(tested('b', 'a'), tested('other', 'c'))).toEqual(['Other', 'Mine'])
    })
  })
})

describe('a run', () => {
  it('has the host, the times in the zone of the reports, and what it was made with', async () => {
    const xml = benchmark(
      testResult(result('r', 'pass'), {
        attributes:
          'start-time="2026-11-15T01:54:56" end-time="2026-11-15T01:55:58" version="0.1.65" test-system="cpe:/a:redhat:openscap:1.2.16"',
        inside:
          '<benchmark id="b"/><profile idref="cis"/><target> app01 </target><target>second</target>' +
          '<target-facts><fact name="urn:xccdf:fact:scanner:name">OpenSCAP</fact>' +
          '<fact name="urn:xccdf:fact:scanner:version">1.2.17</fact></target-facts>',
        scores: score('61.300972', ' maximum="100.000000"'),
      }),
    )
    const { complianceRuns, remarks } = await imported('openscap', xml, { zone: 'Europe/Berlin' })
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: '1.2.17',
        host: 'app01',
        serverType: 'server',
        startedAt: Date.parse('2026-11-15T00:54:56Z') / 1000,
        seconds: 62,
        score: 61.300972,
        metadata: {
          scanner: 'OpenSCAP',
          scanner_version: '1.2.17',
          benchmark: 'b',
          benchmark_version: '0.1.65',
          profile: 'cis',
          scores: { 'urn:xccdf:scoring:default': '61.300972/100.000000' },
          rules_not_selected: 0,
        },
      },
    ])
    expect(remarks).toEqual([])
  })

  it.each([
    ['cpe:/a:spawar:scc:5.4.2', 'scc', '5.4.2'],
    ['cpe:2.3:a:redhat:openscap:1.3.7:*:*:*:*:*:*:*', 'openscap', '1.3.7'],
    ['cpe:/a:niwc:scc', 'scc', null],
    ['', 'XCCDF', null],
  ])('of %j was made by %s %s', async (system, scanner, version) => {
    const { complianceRuns } = await one({
      attributes: `end-time="2026-11-15T00:00:00Z" test-system="${system}"`,
    })
    expect(complianceRuns).toMatchObject([{ toolVersion: version, metadata: { scanner } }])
  })

  it.each([
    [score('61.300972', ' maximum="100.000000"'), 61.300972],
    [score('12', ' maximum="48"'), 25],
    [score('0.5', ' maximum="1"'), 50],
    [score('75', ''), 75],
    [score('0'), 0],
    [score('1e400', ''), undefined],
    [score('101'), undefined],
    [score('-1'), undefined],
    [score('nan'), undefined],
    [score(''), undefined],
    [score('10', ' maximum="0"'), undefined],
    [score('730', ' maximum="2480"', 'urn:xccdf:scoring:flat'), undefined],
    ['', undefined],
  ])('with the score %s has %s', async (scores, expected) => {
    expect((await one({ scores })).complianceRuns[0]?.score).toBe(expected)
  })

  it('in which nothing was checked has no score, whatever it says', async () => {
    const results = result('a', 'notapplicable') + result('b', 'notchecked')
    const xml = benchmark(testResult(results, { scores: score('100') }))
    expect((await imported('openscap', xml)).complianceRuns[0]?.score).toBeNull()
  })

  it('in which all that failed was mended has its score', async () => {
    const xml = benchmark(testResult(result('a', 'fixed'), { scores: score('100') }))
    expect((await imported('openscap', xml)).complianceRuns[0]?.score).toBe(100)
  })

  it.each([
    ['end-time="2026-11-15T00:00:10Z"', '2026-11-15T00:00:10Z', 0],
    ['start-time="2026-11-15T00:00:00Z"', '2026-11-15T00:00:00Z', 0],
    [
      'start-time="2026-11-15T00:00:10Z" end-time="2026-11-15T00:00:00Z"',
      '2026-11-15T00:00:10Z',
      0,
    ],
  ])('with %s begins at %s', async (attributes, start, seconds) => {
    const { complianceRuns } = await one({ attributes })
    expect(complianceRuns).toMatchObject([{ startedAt: Date.parse(start) / 1000, seconds }])
  })

  it('without a time or a host says so', async () => {
    const { complianceRuns, remarks } = await one({
      attributes: 'end-time="soon"',
      inside: '<target> </target>',
    })
    expect(complianceRuns).toMatchObject([{ startedAt: null, host: null }])
    expect(remarks).toEqual(['a TestResult has no time that can be read'])
  })

  it.each([
    // up to 1.3.2 the target
    ['docker-image://docker.io/library/nginx:latest', '', 'docker-io-library-nginx'],
    ['docker-image://acme/api:1.2', '', 'acme-api'],
    ['docker-container://web_1', '', 'web_1'],
    ['web01.a.example', '', 'web01'],
    // since then a fact, beside the host that the image names, if any
    ['unknown', 'docker-image://acme/web:1.2', 'acme-web'],
    ['unknown', 'acme/web:1.2', 'acme-web'],
    ['unknown', 'nginx:latest', 'nginx'],
    ['unknown', 'web_1', 'web_1'],
    ['unknown', 'web01.a.example', 'web01'],
    ['unknown', '2001:db8::1', '2001-db8-1'],
    ['localhost', 'podman-image://8f2b3c4d5e6f [acme/web:1.2]', 'acme-web'],
    ['build7.example', 'podman-container://8f2b3c4d5e6f web_1', 'web_1'],
    ['web01.a.example', 'chroot:///mnt/image', 'web01'],
    ['web01.a.example', 'oscap-vm domain web', 'web01'],
    ['unknown', 'chroot:///mnt/image', 'mnt-image'],
    ['unknown', '', 'unknown'],
  ])('of the target "%s", and inside "%s", is of the server %s', async (target, inside, server) => {
    const fact = `<fact name="urn:xccdf:fact:identifier">${inside}</fact>`
    const { complianceRuns } = await one({
      inside: `<target>${target}</target><target-facts>${inside === '' ? '' : fact}</target-facts>`,
    })
    expect(serverNameOf(complianceRuns[0]?.host ?? '')).toBe(server)
  })

  it('is one of several in a file, each with its own results', async () => {
    const first = testResult(result('r', 'fail') + result('s', 'pass'), {
      inside: '<target>one</target>',
    })
    const second = testResult(result('r', 'pass'), { inside: '<target>two</target>' })
    const xml = benchmark(rule('r') + rule('s') + first + second)
    const { findings, complianceRuns } = await imported('openscap', xml)
    expect(complianceRuns.map(({ run, host }) => [run, host])).toEqual([
      ['0', 'one'],
      ['1', 'two'],
    ])
    expect(findings.map(({ run, checkId, status }) => [run, checkId, status])).toEqual([
      ['0', 'r', 'fail'],
      ['1', 'r', 'pass'],
      ['0', 's', 'pass'],
    ])
  })

  it('without any selected rule is left out, and told', async () => {
    const xml = benchmark(testResult(result('r', 'notselected')) + testResult(result('r', 'pass')))
    const { complianceRuns, findings, remarks } = await imported('openscap', xml)
    expect([complianceRuns.length, findings.length]).toEqual([1, 1])
    expect(complianceRuns[0]).not.toHaveProperty('run')
    expect(remarks).toEqual(['a TestResult in which no rule was selected is left out'])
  })
})

describe('forms', () => {
  const prefixed = (namespace: string) =>
    `<!-- SCC --><c:Benchmark xmlns:c="${namespace}" id="b"><c:Rule id="r"><c:title>T</c:title></c:Rule>
    <c:TestResult id="t" end-time="2021-12-17T10:30:58"><c:target>h</c:target>
    <c:rule-result idref="r" severity="high"><c:result>fail</c:result></c:rule-result>
    </c:TestResult></c:Benchmark>`

  it.each(['1.0', '1.1', '1.2'])('XCCDF %s with any prefix', async (version) => {
    const xml = prefixed(`http://checklists.nist.gov/xccdf/${version}`)
    expect((await imported('openscap', xml)).findings).toMatchObject([
      { checkName: 'T', severity: 'high' },
    ])
    expect(openscap.recognises(xml)).toBe(true)
  })

  it('elements of other namespaces are none of XCCDF', async () => {
    const xml = benchmark(
      testResult(
        `<o:rule-result xmlns:o="urn:o" idref="o"><o:result>fail</o:result></o:rule-result>${result('r', 'pass')}`,
      ),
    )
    expect((await imported('openscap', xml)).findings.map((it) => it.checkId)).toEqual(['r'])
  })

  it('UTF-16', async () => {
    const bytes = Buffer.from(`\uFEFF${benchmark(testResult(result('r', 'pass')))}`, 'utf16le')
    expect((await imported('openscap', bytes)).findings).toHaveLength(1)
  })

  it('is recognised by the outermost element', () => {
    expect(openscap.recognises(benchmark(''))).toBe(true)
    expect(
      openscap.recognises(`<?xml version="1.0"?>\n<!-- <html> -->\n<TestResult xmlns="${NS}">`),
    ).toBe(true)
    for (const head of [
      '',
      '<?xml version="1.0"?',
      '<!-- no end',
      `<Benchmark xmlns="urn:other"><x xmlns="${NS}"/>`,
      `<Benchmarks xmlns="${NS}">`,
      '<asset-report-collection xmlns="urn:other">',
      `<html>${benchmark('')}`,
      'Title\r\tInstall AIDE\nRule\r\tx\nResult\r\tpass\n',
      '{"a": 1}',
    ]) {
      expect(openscap.recognises(head)).toBe(false)
    }
  })
})

describe('what is refused', () => {
  const advice = 'import the file that oscap xccdf eval writes with --results-arf or --results'

  it.each([
    ['Title\r\tInstall AIDE\n', `it is no XML; ${advice}`],
    ['', `it is no XML; ${advice}`],
    ['<!DOCTYPE html><html>', `it is the report for people; ${advice}`],
    ['<html><head/></html>', `it is the report for people; ${advice}`],
    [
      '<oval_results xmlns="http://oval.mitre.org/XMLSchema/oval-results-5"/>',
      `it is results of OVAL, which tell of no rules; ${advice}`,
    ],
    ['<constructor/>', `it is XML of another kind than XCCDF and ARF; ${advice}`],
    ['<Benchmark xmlns="urn:x"/>', `it is XML of another kind than XCCDF and ARF; ${advice}`],
    [benchmark(rule('r')), `it is a benchmark without any results; ${advice}`],
    [benchmark(testResult('')), 'it has no result of any rule, which proves nothing'],
    [
      benchmark(testResult(result('r', 'notselected'))),
      'it has no result of any rule, which proves nothing',
    ],
    [
      benchmark(testResult(result('r', 'pass'))).slice(0, -5),
      'it is no whole XML: Unclosed root tag',
    ],
  ])('%j', async (xml, reason) => {
    expect(await refusal(xml)).toBe(reason)
  })

  it('every beginning of a report', async () => {
    const xml = benchmark(rule('r') + testResult(result('r', 'pass'), { scores: score('100') }))
    for (let end = 0; end < xml.length; end++) await refusal(xml.slice(0, end))
  })

  it('more results than can be held', async () => {
    const many = (count: number, text: string) => Array.from({ length: count }, () => text).join('')
    expect(await refusal(benchmark(testResult(many(100_001, result('r', 'pass', '')))))).toBe(
      'it has more than 100,000 results',
    )
    expect(await refusal(benchmark(many(1001, '<TestResult/>')))).toMatch(
      /more than 1000 TestResults/,
    )
    const message = `<message>${'x'.repeat(1000)}</message>`
    expect(
      await refusal(benchmark(testResult(many(35_000, result('r', 'error', '', message))))),
    ).toBe('it has more results than a report has')
  })

  it('holds a short copy of a text, however long it is', async () => {
    const xml = benchmark(
      testResult(result('r', 'error', '', `<message>${'x'.repeat(2e6)}</message>`)),
    )
    expect((await imported('openscap', xml)).findings[0]?.summary).toBe(`r: ${'x'.repeat(1000)}`)
  })
})

it('reads no further than the last rule that is asked for', async () => {
  const xml = benchmark(testResult(result('r', 'fail')) + rule('r') + 'x'.repeat(10_000_000))
  const input = memoryInput('x', xml)
  const read: number[] = []
  const counted = {
    ...input,
    async *open() {
      const pass = read.push(0) - 1
      for await (const chunk of input.open()) {
        read[pass] = (read[pass] ?? 0) + chunk.length
        yield chunk
      }
    },
  }
  const context = importContext()
  for await (const _ of openscap.read(counted, context));
  expect(read).toHaveLength(2)
  expect(read[1]).toBeLessThan(1_000_000)
})

describe.skipIf(!hasCollection)('real reports', () => {
  interface Expected {
    readonly target: string
    readonly results: Readonly<Record<string, number>>
    readonly fail_by_severity: Readonly<Record<string, number>>
    readonly fail_ids: readonly string[]
    readonly scores: Readonly<Record<string, readonly [number, number]>>
  }
  const expectations = hasCollection
    ? Object.entries(
        JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8')) as Record<string, Expected>,
      ).filter(([name]) => name.startsWith('openscap/'))
    : []
  const pathOf = (name: string) =>
    collected(`${/^openscap\/\d/.test(name) ? 'own' : 'public'}/${name}`)

  /** The large ones take seconds. */
  const read = new Map<string, ReturnType<typeof importedFile>>()
  const importedOnce = (name: string) => {
    const reading = read.get(name) ?? importedFile('openscap', pathOf(name))
    read.set(name, reading)
    return reading
  }

  it.each(expectations)('%s', async (name, expected) => {
    const { findings, complianceRuns, remarks } = await importedOnce(name)
    const count = (status: string) => findings.filter((it) => it.status === status).length
    const { results } = expected
    expect({
      pass: count('pass'),
      fail: count('fail'),
      error: count('error'),
      manual: count('manual'),
      not_applicable: count('not_applicable'),
    }).toEqual({
      pass: results['pass'] ?? 0,
      fail: results['fail'] ?? 0,
      error: results['error'] ?? 0,
      manual: results['notchecked'] ?? 0,
      not_applicable: results['notapplicable'] ?? 0,
    })
    const { unknown = 0, low = 0, medium = 0, high = 0 } = expected.fail_by_severity
    const failed = (severity: string) =>
      findings.filter((it) => it.status === 'fail' && it.severity === severity).length
    expect([failed('low'), failed('medium'), failed('high'), failed('critical')]).toEqual([
      low + unknown,
      medium,
      high,
      0,
    ])
    const ids = findings.filter((it) => it.status === 'fail').map(({ checkId }) => checkId)
    expect(ids).toEqual(
      expect.arrayContaining(expected.fail_ids.filter((it) => !it.startsWith('...'))),
    )
    const [value = 0, maximum = 1] = expected.scores['default'] ?? []
    expect(complianceRuns).toMatchObject([
      { host: expected.target, score: (value / maximum) * 100 },
    ])
    expect(complianceRuns[0]?.metadata['rules_not_selected']).toBe(results['notselected'] ?? 0)
    expect(remarks).toEqual([])
    // Every rule is in the file, but one of them has no title.
    const titled = findings.filter((it) => it.checkName !== it.checkId).length
    expect(titled).toBe(name.includes('multi_check') ? 0 : findings.length)
  })

  it.each(expectations)('%s is refused when it was cut', { timeout: 300_000 }, async (name) => {
    for (const cut of cutsOf(readFileSync(pathOf(name), 'utf8'))) await refusal(cut)
  })

  it('has no text of a rule left with a variable in it', async () => {
    const { findings } = await importedOnce('openscap/1.3.7_debian12_standard.arf.xml')
    expect(findings.filter((it) => /content_value/.test(it.details + it.remediation))).toEqual([])
  })

  it('is refused where it is what oscap prints', async () => {
    const name = 'own/openscap/1.2.17_ubuntu2204_cis_level1_server.stdout.txt'
    expect(await refusal(readFileSync(collected(name)))).toMatch(/^it is no XML/)
    expect(openscap.recognises(readFileSync(collected(name), 'utf8').slice(0, 65536))).toBe(false)
  })
})
