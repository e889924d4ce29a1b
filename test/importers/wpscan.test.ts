import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wpscan } from '../../src/importers/compliance/wpscan/wpscan.ts'
import { Refused } from '../../src/importers/refused.ts'
import { collected, hasCollection } from '../support/collection.ts'
import { cutsOf } from '../support/cuts.ts'
import { importContext, imported, importedFile } from '../support/imported.ts'
import { memoryInput } from '../support/memory-input.ts'

const BANNER = { description: 'WordPress Security Scanner by the WPScan Team', version: '3.8.28' }
const TOKEN = { plan: 'free', requests_done_during_scan: 2, requests_remaining: 14 }

const report = (more: object = {}): object => ({
  banner: BANNER,
  start_time: 1616759450,
  target_url: 'https://www.shop.example/',
  effective_url: 'https://www.shop.example/',
  vuln_api: TOKEN,
  stop_time: 1616759456,
  elapsed: 5,
  ...more,
})

const importing = (more: object = {}) => imported('wpscan', JSON.stringify(report(more)))

async function refusal(content: string): Promise<string> {
  const error = await imported('wpscan', content).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).message
}

const vulnerability = (more: object = {}): object => ({
  title: 'Form < 5.3.2 - Unrestricted File Upload',
  fixed_in: '5.3.2',
  references: { cve: ['2020-35489'], url: ['https://a.example/1'], wpvulndb: ['7391118e'] },
  ...more,
})

const plugin = (more: object = {}): object => ({
  slug: 'form',
  location: 'https://www.shop.example/wp-content/plugins/form/',
  latest_version: '5.4',
  outdated: false,
  vulnerabilities: [],
  version: { number: '5.3' },
  ...more,
})

describe('known vulnerabilities', () => {
  it('are failures with all that is known of them', async () => {
    const { findings } = await importing({
      plugins: { form: plugin({ vulnerabilities: [vulnerability()] }) },
    })
    expect(findings).toEqual([
      {
        kind: 'finding',
        category: 'wordpress',
        status: 'fail',
        severity: 'high',
        checkName: 'Form < 5.3.2 - Unrestricted File Upload',
        checkId: 'plugin/form/7391118e',
        summary: 'Plugin form 5.3: Form < 5.3.2 - Unrestricted File Upload',
        details: 'CVE-2020-35489\nhttps://a.example/1',
        remediation: 'Update to 5.3.2 or later',
        service: 'wordpress',
        path: 'https://www.shop.example/wp-content/plugins/form/',
      },
    ])
  })

  it.each([
    [{ cvss: { score: '9.8' } }, 'critical'],
    [{ cvss: { score: 7 } }, 'high'],
    [{ cvss: { score: '6.9' } }, 'medium'],
    [{ cvss: { score: 0.1 } }, 'low'],
    [{ cvss: { score: 'none' } }, 'high'],
    [{ cvss: null }, 'high'],
    [{}, 'high'],
  ])('with %j are %s', async (more, severity) => {
    const { findings } = await importing({
      version: { number: '5.2', vulnerabilities: [vulnerability(more)] },
    })
    expect(findings).toMatchObject([
      { severity, summary: expect.stringMatching(/^WordPress 5\.2: /) },
    ])
  })

  it.each([
    [{ references: { cve: 'CVE-2020-1' } }, 'core/CVE-2020-1', 'CVE-2020-1'],
    [{ references: {}, uuid: 'u-1' }, 'core/u-1', ''],
    [{ references: 5, title: 7, fixed_in: null }, 'core/vulnerability', ''],
  ])('%j have the id %s', async (more, checkId, details) => {
    const { findings } = await importing({
      version: { number: '5.2', vulnerabilities: [vulnerability(more)] },
    })
    expect(findings).toMatchObject([{ checkId, details }])
  })

  it('that nothing fixes say so', async () => {
    const version = { number: '5.2', vulnerabilities: [vulnerability({ fixed_in: null })] }
    expect((await importing({ version })).findings[0]?.remediation).toBe(
      'No fixed version is known',
    )
  })

  it('are looked for in the core, all themes, plugins and scripts, each once', async () => {
    const part = (slug: string) =>
      plugin({ slug, vulnerabilities: [vulnerability()], version: null })
    const { findings } = await importing({
      version: { number: '5.2', vulnerabilities: [vulnerability()] },
      main_theme: { ...part('main'), parents: [part('parent')] },
      themes: { main: part('main'), other: part('other') },
      plugins: { form: part('form') },
      timthumbs: { 'https://www.shop.example/t.php': part('') },
    })
    expect(findings.filter((it) => it.severity === 'high').map(({ checkId }) => checkId)).toEqual([
      'core/7391118e',
      'theme/main/7391118e',
      'theme/parent/7391118e',
      'theme/other/7391118e',
      'plugin/form/7391118e',
      'timthumb/https://www.shop.example/t.php/7391118e',
    ])
  })
})

describe('whether vulnerabilities were looked up', () => {
  const parts = {
    version: { number: '5.6.2', status: 'latest', vulnerabilities: [] },
    plugins: { form: plugin() },
  }

  it('is a pass for each part when they were, and none was found', async () => {
    const { findings, complianceRuns, remarks } = await importing(parts)
    expect(findings.map(({ status, checkId }) => [status, checkId])).toEqual([
      ['pass', 'core/vulnerabilities'],
      ['pass', 'plugin/form/vulnerabilities'],
    ])
    expect(complianceRuns[0]?.metadata['vulnerabilities_looked_up']).toBe(true)
    expect(remarks).toEqual([])
  })

  it.each([
    [
      {
        error:
          'No WPScan API Token given, as a result vulnerability data has not been output.\nYou can',
      },
      'known vulnerabilities were not looked up: No WPScan API Token given, as a result vulnerability data has not been output.',
    ],
    [
      { http_error: 'HTTP Error: url (Timeout)' },
      'known vulnerabilities were not looked up: HTTP Error: url (Timeout)',
    ],
    [{ parse_error: 'invalid' }, 'known vulnerabilities were not looked up: invalid'],
    [
      { ...TOKEN, requests_remaining: 0 },
      'known vulnerabilities were not looked up to the end: the token has no requests left',
    ],
    [{}, 'known vulnerabilities were not looked up'],
    [null, 'known vulnerabilities were not looked up'],
    [undefined, 'known vulnerabilities were not looked up'],
  ])('is an error and no pass when it has %j', async (vuln_api, reason) => {
    const { findings, complianceRuns, remarks } = await importing({ ...parts, vuln_api })
    expect(findings).toMatchObject([{ status: 'error', checkId: 'vuln_api', summary: reason }])
    expect(complianceRuns).toMatchObject([
      { score: null, metadata: { vulnerabilities_looked_up: false } },
    ])
    expect(remarks).toEqual([reason])
  })

  it.each([
    ['3.5.4', true],
    ['3.6.3', true],
    ['3.7.0', false],
    ['3.10.0', false],
    ['4.1.0', false],
    ['', false],
  ])('follows from version %j where it says nothing', async (version, isDone) => {
    const { complianceRuns } = await importing({
      banner: { ...BANNER, version },
      vuln_api: undefined,
    })
    expect(complianceRuns[0]?.metadata['vulnerabilities_looked_up']).toBe(isDone)
  })

  it('is true for a token without a limit', async () => {
    const vuln_api = { plan: 'enterprise', requests_remaining: 'Unlimited' }
    expect((await importing({ vuln_api })).remarks).toEqual([])
  })
})

describe('other findings', () => {
  const failures = async (more: object) =>
    (await importing(more)).findings.filter(({ status }) => status === 'fail')

  it('are old versions', async () => {
    expect(
      await failures({
        version: { number: '5.2', status: 'outdated' },
        main_theme: plugin({ slug: 'main', outdated: true, latest_version: null }),
        plugins: { form: plugin({ outdated: true }), fresh: plugin({ outdated: null }) },
      }),
    ).toMatchObject([
      { checkId: 'core/outdated', severity: 'medium', summary: 'WordPress 5.2 is out of date' },
      { checkId: 'theme/main/outdated', severity: 'medium', remediation: 'Update it' },
      { checkId: 'plugin/form/outdated', severity: 'medium', remediation: 'Update to 5.4' },
    ])
    expect(await failures({ version: { number: '4.1', status: 'insecure' } })).toMatchObject([
      {
        checkId: 'core/outdated',
        severity: 'high',
        summary: 'WordPress 4.1 is known to be insecure',
      },
    ])
  })

  it('are what lies open', async () => {
    const url = 'https://www.shop.example/x'
    const [backup, dump, folder, scored, script] = await failures({
      config_backups: { [url]: {} },
      db_exports: { [url]: {} },
      backup_folders: { [url]: {}, [`${url}2`]: { severity: 'medium' } },
      timthumbs: { [url]: {} },
    })
    expect(backup).toMatchObject({ checkId: 'config_backups', severity: 'high', path: url })
    expect(dump).toMatchObject({ checkId: 'db_exports', severity: 'high' })
    expect(folder).toMatchObject({ checkId: 'backup_folders', severity: 'high' })
    expect(scored).toMatchObject({ checkId: 'backup_folders', severity: 'medium' })
    expect(script).toMatchObject({ checkId: 'timthumbs', severity: 'low' })
  })

  it('are what WPScan finds interesting', async () => {
    const url = 'https://www.shop.example/xmlrpc.php'
    const interesting_findings = [
      {
        url,
        to_s: `XML-RPC seems to be enabled: ${url}`,
        type: 'xmlrpc',
        references: { url: ['https://b.example'] },
        interesting_entries: ['Server: x'],
      },
      { url, to_s: url, type: 'xmlrpc' },
      { url: '' },
    ]
    expect(await failures({ interesting_findings })).toMatchObject([
      {
        checkId: 'xmlrpc',
        severity: 'low',
        summary: `XML-RPC seems to be enabled: ${url}`,
        details: 'Server: x\nhttps://b.example',
        path: url,
      },
      { checkId: 'xmlrpc', summary: `xmlrpc: ${url}`, details: '' },
      { checkId: 'interesting_finding', path: null },
    ])
  })

  it('are names of users, and guessed passwords without the password', async () => {
    const found = await failures({
      users: { admin: { id: 1 }, bob: { id: 2 } },
      password_attack: { admin: { password: 'hunter2' } },
    })
    expect(found).toMatchObject([
      { checkId: 'password_attack/admin', severity: 'high' },
      { checkId: 'users', severity: 'low', details: 'admin\nbob' },
    ])
    expect(JSON.stringify(found)).not.toContain('hunter2')
  })
})

describe('a run', () => {
  it('is of the site, without the www that every second site has', async () => {
    const { complianceRuns } = await importing({ version: { number: '5.6.2' } })
    expect(complianceRuns).toEqual([
      {
        kind: 'compliance-run',
        toolVersion: '3.8.28',
        host: 'https://shop.example/',
        serverType: 'website',
        startedAt: 1616759450,
        seconds: 5,
        score: null,
        metadata: {
          scanner: 'WPScan',
          scanner_version: '3.8.28',
          target_url: 'https://www.shop.example/',
          wordpress_version: '5.6.2',
          vulnerabilities_looked_up: true,
        },
      },
    ])
  })

  it('takes the times for its length where it has no other', async () => {
    expect((await importing({ elapsed: null })).complianceRuns[0]?.seconds).toBe(6)
    const { complianceRuns, remarks } = await importing({ start_time: null, elapsed: -1 })
    expect(complianceRuns).toMatchObject([{ startedAt: null, seconds: 0 }])
    expect(remarks).toEqual(['the scan has no start that can be read'])
  })

  it('tells that the site refused requests', async () => {
    const { remarks } = await importing({ response_status_codes_warning: true })
    expect(remarks).toEqual([
      'the site refused many of the requests; the scan may have missed something',
    ])
  })

  it('is the same from lines that are parts of it', async () => {
    const whole = report({ plugins: { a: plugin(), b: plugin() }, users: { admin: { id: 1 } } })
    const lines = Object.entries(report()).map(([key, value]) => ({ [key]: value }))
    const parts = [
      { plugin: { a: plugin() } },
      { notice: 'x' },
      { plugin: { b: plugin() } },
      { user: { admin: { id: 1 } } },
    ]
    const jsonl = [...lines, ...parts].map((it) => `${JSON.stringify(it)}\n`).join('')
    expect((await imported('wpscan', jsonl)).reports).toEqual(
      (await imported('wpscan', JSON.stringify(whole))).reports,
    )
    expect(wpscan.recognises(jsonl)).toBe(true)
  })
})

describe('what is refused', () => {
  it.each([
    [
      JSON.stringify({
        banner: BANNER,
        scan_aborted: "The url 'x' seems to be down",
        target_url: 'x',
      }),
      "WPScan gave up: The url 'x' seems to be down",
    ],
    [
      JSON.stringify(report({ scan_aborted: 'The API is down' })),
      'WPScan gave up: The API is down',
    ],
    [
      `${JSON.stringify(report({ stop_time: undefined }))}\n${JSON.stringify({ scan_aborted: 'It is down', target_url: 'https://www.shop.example/' })}`,
      'WPScan gave up: It is down',
    ],
    [JSON.stringify(report({ update_aborted: 'no network' })), 'WPScan gave up: no network'],
    [
      JSON.stringify(report({ stop_time: undefined })),
      'it is a scan of WPScan without an end; it was cut or stopped',
    ],
    ['{"banner":{}}', 'it is JSON, but not of WPScan'],
    [
      `${JSON.stringify(report({ config_backups: { 'https://a.example/x~': {} } }))}\n${JSON.stringify(report({ target_url: 'https://b.example/' }))}`,
      'it holds several scans of WPScan; import each by itself',
    ],
    [
      [...Object.entries(report()), ...Object.entries(report())]
        .map(([key, value]) => JSON.stringify({ [key]: value }))
        .join('\n'),
      'it holds several scans of WPScan; import each by itself',
    ],
    ['[]', 'it is no JSON of WPScan; scan with --format json'],
    ['_______\n__ WordPress Security Scanner', 'it is no JSON of WPScan; scan with --format json'],
    ['', 'it is no JSON of WPScan; scan with --format json'],
  ])('%j', async (content, reason) => {
    expect(await refusal(content)).toBe(reason)
  })

  it('every beginning of a report', async () => {
    const text = JSON.stringify(report({ plugins: { form: plugin() } }))
    for (let end = 0; end < text.length; end++) await refusal(text.slice(0, end))
  })

  it('lines that are more than a report has', async () => {
    const input = { ...memoryInput('x', '{}'), size: 65 * 1024 * 1024 }
    const context = importContext()
    await expect(async () => {
      for await (const _ of wpscan.read(input, context));
    }).rejects.toThrow('it has over 64 MB')
  })
})

it('is recognised with a banner and without', () => {
  expect(wpscan.recognises(JSON.stringify(report(), null, 2))).toBe(true)
  expect(wpscan.recognises(JSON.stringify(report({ banner: undefined })))).toBe(true)
  expect(wpscan.recognises('{"scan_aborted":"x","target_url":"y"}')).toBe(true)
  for (const head of [
    '',
    '{}',
    '{"target_url":"x"}',
    '{"banner":{"raw":"SSH-2.0"},"kex":[]}',
    `[${JSON.stringify(report())}]`,
  ]) {
    expect(wpscan.recognises(head)).toBe(false)
  }
})

describe.skipIf(!hasCollection)('real reports', () => {
  interface Expected {
    readonly aborted?: true
    readonly version: string
    readonly target: string
    readonly start: number
    readonly elapsed: number
    readonly interesting: number
    readonly core: string
    readonly core_vulns: number
    readonly theme_vulns: number
    readonly plugin_vulns: number
  }
  const expectations = hasCollection
    ? Object.entries(
        JSON.parse(readFileSync(collected('EXPECTED.json'), 'utf8')) as Record<string, Expected>,
      ).filter(([name]) => name.startsWith('wpscan/'))
    : []
  const pathOf = (name: string) => collected(`public/${name}`)

  it.each(expectations)('%s', async (name, expected) => {
    expect(wpscan.recognises(readFileSync(pathOf(name), 'utf8').slice(0, 65_536))).toBe(true)
    const reading = importedFile('wpscan', pathOf(name))
    if (expected.aborted) return expect(reading).rejects.toThrow('WPScan gave up: The url supplied')
    const { findings, complianceRuns, remarks } = await reading
    const failed = (severity: string) =>
      findings.filter((it) => it.status === 'fail' && it.severity === severity).length
    expect(failed('high')).toBe(expected.core_vulns + expected.theme_vulns + expected.plugin_vulns)
    expect(failed('low')).toBe(expected.interesting)
    expect(complianceRuns).toMatchObject([
      {
        toolVersion: expected.version,
        startedAt: expected.start,
        seconds: expected.elapsed,
        metadata: { target_url: expected.target, wordpress_version: expected.core },
      },
    ])
    expect(remarks).toEqual([])
  })

  it('counts the old versions of dd_wpscan.json', async () => {
    const { findings } = await importedFile('wpscan', pathOf('wpscan/dd_wpscan.json'))
    const old = findings.filter(({ checkId }) => checkId.endsWith('/outdated'))
    expect(old.map(({ checkId }) => checkId.split('/')[0])).toEqual([
      'theme',
      ...Array(7).fill('plugin'),
    ])
  })

  it.each(expectations)('%s is refused when it was cut', async (name) => {
    for (const cut of cutsOf(readFileSync(pathOf(name), 'utf8').trimEnd())) await refusal(cut)
  })
})
