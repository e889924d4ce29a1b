// Reports of any size, piece by piece, as the tools write them.

/** Characters of roughly so many bytes, all but the end; then the end. */
type Pieces = (bytes: number) => Generator<string>

export interface HugeReport {
  readonly tool: string
  readonly pieces: Pieces
}

const WORDS =
  'The system must be configured so that only the accounts that need it may write to this file. '

const XCCDF = 'http://checklists.nist.gov/xccdf/1.2'

const rule = (number: number) => `<Rule id="xccdf_rule_${number}" selected="true" severity="medium">
<title xml:lang="en-US">Ensure that rule number ${number} holds</title>
<description xml:lang="en-US">${WORDS.repeat(20)}<html:br xmlns:html="http://www.w3.org/1999/xhtml"/></description>
${'<reference href="https://nvlpubs.nist.gov/nistpubs/CSWP/NIST.CSWP.04162018.pdf">PR.DS-1</reference>\n'.repeat(60)}
<rationale>${WORDS}</rationale>
<fix system="urn:xccdf:fix:script:sh">${'echo fixed &gt;&gt; /var/log/fixed\n'.repeat(60)}</fix>
</Rule>
`

const ruleResult = (
  number: number,
) => `<rule-result idref="xccdf_rule_${number}" time="2026-11-15T01:54:56Z" severity="medium" weight="1.0">
<result>${number % 3 === 0 ? 'fail' : 'pass'}</result>
<check system="http://oval.mitre.org/XMLSchema/oval-definitions-5"><check-content-ref name="oval:x:def:${number}" href="oval.xml"/></check>
</rule-result>
`

const oval = (number: number) =>
  `<definition xmlns="http://oval.mitre.org/XMLSchema/oval-results-5" definition_id="oval:x:def:${number}" result="true" version="1"><criteria operator="AND" result="true"><criterion test_ref="oval:x:tst:${number}" version="1" result="true"/></criteria></definition>\n`

function* rules(bytes: number): Generator<string> {
  yield `<Benchmark xmlns="${XCCDF}" id="b" resolved="1">\n`
  let count = 0
  for (let size = 0; size < bytes; count++) {
    const text = rule(count)
    size += text.length + ruleResult(count).length
    yield text
  }
  return yield* testResult(count)
}

function* testResult(count: number): Generator<string> {
  yield `<TestResult xmlns="${XCCDF}" id="t" start-time="2026-11-15T01:54:56Z" end-time="2026-11-15T01:55:56Z">
<target>huge01</target>\n`
  for (let number = 0; number < count; number++) yield ruleResult(number)
  yield '<score system="urn:xccdf:scoring:default" maximum="100">66.6</score></TestResult>\n'
}

function* xccdf(bytes: number): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield* rules(bytes)
  yield '</Benchmark>\n'
}

/** Most of an ARF is what OVAL found. */
function* arf(bytes: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<arf:asset-report-collection xmlns:arf="http://scap.nist.gov/schema/asset-reporting-format/1.1"><arf:reports>\n`
  yield* rules(bytes * 0.4)
  yield '</Benchmark></arf:reports><arf:reports>\n'
  for (let number = 0, size = 0; size < bytes * 0.6; number++) {
    const text = oval(number)
    size += text.length
    yield text
  }
  yield '</arf:reports></arf:asset-report-collection>\n'
}

const ocsf = (number: number) => ({
  message: `Bucket bucket-${number} is public.`,
  metadata: {
    event_code: `s3_check_${number % 300}`,
    product: { name: 'Prowler', uid: 'prowler', vendor_name: 'Prowler', version: '5.4.0' },
    version: '1.4.0',
  },
  severity: 'High',
  status: 'New',
  status_code: number % 3 === 0 ? 'FAIL' : 'PASS',
  status_detail: `Bucket bucket-${number} is public.`,
  unmapped: { categories: [], notes: WORDS.repeat(30), compliance: { 'CIS-3.0': ['1.20'] } },
  finding_info: {
    created_time: 1794704487,
    desc: WORDS,
    title: 'Check if buckets are public',
    uid: `prowler-${number}`,
  },
  resources: [
    {
      region: 'eu-west-1',
      data: { details: WORDS.repeat(30) },
      group: { name: 's3' },
      name: `bucket-${number}`,
      type: 'AwsS3Bucket',
      uid: `arn:aws:s3:::bucket-${number}`,
    },
  ],
  cloud: { account: { uid: '123456789012' }, provider: 'aws', region: 'eu-west-1' },
  remediation: { desc: WORDS, references: [] },
  risk_details: WORDS,
  time: 1794704487,
  time_dt: '2026-11-15T01:01:27',
})

function* prowlerOcsf(bytes: number): Generator<string> {
  for (let number = 0, size = 0; size < bytes; number++) {
    const text = `${number === 0 ? '[' : ','}\n${JSON.stringify(ocsf(number), null, 2)}`
    size += text.length
    yield text
  }
  yield '\n]\n'
}

function* clamscan(bytes: number): Generator<string> {
  let count = 0
  let infected = 0
  for (let size = 0; size < bytes; count++) {
    const isInfected = count % 1000 === 999
    if (isInfected) infected++
    const path = `/srv/www/site-${count % 100}/uploads/${count}/a file with a name of some length.php`
    const text = `${path}: ${isInfected ? 'Php.Webshell.Huge-1 FOUND' : 'OK'}\n`
    size += text.length
    yield text
  }
  yield `
----------- SCAN SUMMARY -----------
Known viruses: 8699162
Engine version: 1.4.6
Scanned directories: 100
Scanned files: ${count}
Infected files: ${infected}
Data scanned: 13.94 MB
Data read: 6.64 MB (ratio 2.10:1)
Time: 1.508 sec (0 m 1 s)
Start Date: 2026:11:15 00:40:27
End Date:   2026:11:15 00:40:28
`
}

export const HUGE_REPORTS: Readonly<Record<string, HugeReport>> = {
  xccdf: { tool: 'openscap', pieces: xccdf },
  arf: { tool: 'openscap', pieces: arf },
  'prowler-ocsf': { tool: 'prowler', pieces: prowlerOcsf },
  clamscan: { tool: 'clamav', pieces: clamscan },
}
