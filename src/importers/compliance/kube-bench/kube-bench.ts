import { counted } from '../../../counted.ts'
import type { Context, Importer } from '../../importer.ts'
import { type JsonObject, jsonDocumentOf } from '../../input/json.ts'
import { type Outline, outlineOf } from '../../input/json-outline.ts'
import { objectOf, objectsOf, textOf } from '../../input/json-values.ts'
import { NotItsOwn } from '../../refused.ts'
import type { Report } from '../../report.ts'
import { type BenchCheck, findingOf, STATUSES, type Totals, totalsOf } from './kube-bench-check.ts'
import { benchTextOf, isBenchText } from './kube-bench-text.ts'

export const kubeBench: Importer = {
  tool: 'kube-bench',
  about: 'compliance',
  reads: 'kube-bench: the JSON report, or what it prints',
  recognises: (head) => isControls(outlineOf(head)) || isBenchText(head),
  async *read(input, context) {
    if (isBenchText(input.head)) {
      yield* reportsOf(await benchTextOf(input), null, '', context)
    } else if (isControls(outlineOf(input.head))) {
      const document = await jsonDocumentOf(input)
      const controls = controlsIn(document)
      const version = textOf(controls[0]?.['version'])
      yield* reportsOf(checksIn(controls), reportedIn(document, controls), version, context)
    } else throw new NotItsOwn('it is no report of kube-bench; make it with kube-bench --json')
  },
}

/** A list, an object with a list and its totals, or what one target of an old version has. */
const isControls = (outline: Outline): boolean =>
  ['', '[].', 'Controls[].'].some((it) =>
    ['node_type', 'tests', 'tests[].section'].every((name) => outline.has(`${it}${name}`)),
  )

function controlsIn(document: unknown): readonly JsonObject[] {
  if (Array.isArray(document)) return objectsOf(document)
  const { Controls } = objectOf(document)
  return Controls === undefined ? [objectOf(document)] : objectsOf(Controls)
}

const checksIn = (controls: readonly JsonObject[]): readonly BenchCheck[] =>
  controls.flatMap((control) =>
    objectsOf(control['tests']).flatMap((group) =>
      objectsOf(group['results']).map((result) => ({
        id: textOf(result['test_number']),
        text: textOf(result['test_desc']),
        status: textOf(result['status']),
        isScored: result['scored'] === true,
        details: [
          textOf(result['reason']),
          told('Expected', textOf(result['expected_result'])),
          told('Found', textOf(result['actual_value'])),
        ]
          .filter(Boolean)
          .join('\n'),
        remediation: textOf(result['remediation']),
        benchmark: textOf(control['version']),
        target: textOf(control['node_type']),
      })),
    ),
  )

const told = (what: string, text: string): string => (text === '' ? '' : `${what}: ${text}`)

/** Null when the report has no totals, or only for some of its parts. */
function reportedIn(document: unknown, controls: readonly JsonObject[]): Totals | null {
  const { Totals: whole } = objectOf(document)
  if (whole !== undefined) return totalsOf(objectOf(whole))
  const sum = { pass: 0, fail: 0, warn: 0, info: 0 }
  for (const part of controls.map(totalsOf)) {
    if (part === null) return null
    sum.pass += part.pass
    sum.fail += part.fail
    sum.warn += part.warn
    sum.info += part.info
  }
  return sum
}

/** There are master, node, etcd and few more. */
const MOST_TARGETS = 50

function* reportsOf(
  checks: readonly BenchCheck[],
  reported: Totals | null,
  version: string,
  context: Context,
): Generator<Report> {
  if (checks.length === 0) throw new NotItsOwn('it holds no checks, which proves nothing')
  yield* checks.map((check) => findingOf(check, context))
  const number = (status: string) => checks.filter((it) => it.status === status).length
  const listed: Totals = {
    pass: number('PASS'),
    fail: number('FAIL'),
    warn: number('WARN'),
    info: number('INFO'),
  }
  const differs = reported !== null && isDifferent(reported, listed)
  yield {
    kind: 'compliance-run',
    toolVersion: null,
    host: null,
    serverType: 'kubernetes-node',
    startedAt: null,
    seconds: 0,
    metadata: {
      benchmark: version || undefined,
      targets: [...new Set(checks.map(({ target }) => target))]
        .filter(Boolean)
        .slice(0, MOST_TARGETS),
      reported_totals: differs ? reported : undefined,
    },
  }
  if (differs) {
    context.remark(
      `its totals are ${wordsOf(reported)}, but it lists ${wordsOf(listed)}; both are kept`,
    )
  }
  const unknown = checks.filter(({ status }) => !STATUSES.has(status)).length
  if (unknown > 0) {
    context.remark(`${counted(unknown, 'check')} with an unknown status: stored as error`)
  }
}

const isDifferent = (one: Totals, other: Totals): boolean => wordsOf(one) !== wordsOf(other)

const wordsOf = ({ pass, fail, warn, info }: Totals): string =>
  `${pass} PASS, ${fail} FAIL, ${warn} WARN, ${info} INFO`
