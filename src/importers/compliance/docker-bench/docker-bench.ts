// The JSON that docker-bench-security writes beside its log. It is written piece by piece: what has
// no end was cut.
import type { Context, Importer } from '../../importer.ts'
import { isObject, type JsonObject, jsonRecordsOf, looksLikeJson } from '../../input/json.ts'
import { textOf } from '../../input/json-values.ts'
import { NotItsOwn, Refused } from '../../refused.ts'
import type { Finding, FindingStatus, Reports } from '../../report.ts'
import { durationOf, epochOf } from '../../report-time.ts'

const NOT_ITS_OWN = 'it is no JSON of docker-bench-security; import docker-bench-security.log.json'

export const dockerBench: Importer = {
  tool: 'docker-bench',
  about: 'compliance',
  reads: 'docker-bench-security.log.json of docker-bench-security',
  recognises: (head) => /^\s*(?:\[\s*)?\{\s*"dockerbenchsecurity"\s*:/.test(head),
  async *read(input, context): Reports {
    if (!looksLikeJson(input.head)) throw new NotItsOwn(NOT_ITS_OWN)
    let runs = 0
    for await (const run of jsonRecordsOf(input)) {
      if (typeof run['dockerbenchsecurity'] !== 'string') {
        throw new NotItsOwn('it is JSON, but not of docker-bench-security')
      }
      const results = resultsIn(run)
      for (const { section, result } of results) yield findingOf(section, result, context)
      yield runOf(run, results.length, context)
      runs++
    }
    if (runs === 0) throw new Refused('it has no run of docker-bench-security')
  },
}

interface Result {
  readonly section: string
  readonly result: JsonObject
}

function resultsIn(run: JsonObject): readonly Result[] {
  if (!Array.isArray(run['tests'])) {
    throw new Refused('it has no list of tests; docker-bench-security has one since 1.3.5')
  }
  if (epochOf(run['end']) === null) throw new Refused('it is a run without an end; it was cut')
  const results = run['tests'].filter(isObject).flatMap((test) => {
    // Single checks (-c check_2_2) are in no section.
    if (!Array.isArray(test['results'])) return [{ section: '', result: test }]
    const section = textOf(test['desc'])
    return test['results'].filter(isObject).map((result) => ({ section, result }))
  })
  if (!results.some(({ result }) => STATUSES.has(textOf(result['result'])))) {
    throw new Refused('it is a run without the result of any check, which proves nothing')
  }
  return results
}

const STATUSES: ReadonlyMap<string, FindingStatus> = new Map([
  ['PASS', 'pass'],
  ['WARN', 'fail'],
  ['NOTE', 'manual'],
  ['INFO', 'not_applicable'],
])

function statusOf(word: string, description: string): FindingStatus {
  const isForPeople = word === 'INFO' && description.includes('(Manual)')
  return isForPeople ? 'manual' : (STATUSES.get(word) ?? 'error')
}

function findingOf(section: string, result: JsonObject, context: Context): Finding {
  const id = textOf(result['id'])
  const word = textOf(result['result'])
  // One version writes the number twice.
  const written = textOf(result['desc'])
  const description = written.startsWith(`${id} `) ? written.slice(id.length + 1) : written
  const details = textOf(result['details']).replace(/\s+/g, ' ').trim()
  const impact = textOf(result['remediation-impact'])
  return {
    kind: 'finding',
    category: 'docker',
    checkName: description || id,
    checkId: id,
    status: statusOf(word, description),
    severity: context.severityOf('docker-bench', id, word),
    summary: details === '' ? description : `${description}: ${details}`,
    details: [section, details].filter((it) => it !== '').join(': '),
    remediation: [textOf(result['remediation']), impact === '' ? '' : `Impact: ${impact}`]
      .filter((it) => it !== '')
      .join('\n'),
    service: 'docker',
    cis: /^\d/.test(id) ? `CIS Docker ${id}` : null,
  }
}

function runOf(run: JsonObject, checks: number, context: Context) {
  const startedAt = epochOf(run['start'])
  if (startedAt === null) context.remark('the run has no start that can be read')
  if (run['checks'] !== checks) {
    context.remark(`it says that it has ${String(run['checks'])} checks, but there are ${checks}`)
  }
  const version = textOf(run['dockerbenchsecurity'])
  return {
    kind: 'compliance-run',
    toolVersion: version,
    // The file names no host.
    host: null,
    serverType: 'docker-host',
    startedAt,
    seconds: durationOf(startedAt, epochOf(run['end'])),
    // Its own score is passes less warnings, and can be below 0: that is no percentage.
    metadata: {
      scanner: 'docker-bench-security',
      scanner_version: version,
      reported_score: numberIn(run['score']),
      reported_checks: numberIn(run['checks']),
    },
  } as const
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
