// What InSpec, CINC Auditor and converters to HDF write: profiles with their controls in one
// document, or one control a line.
import type { Context, Importer } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { type JsonObject, jsonDocumentOf } from '../../input/json.ts'
import { objectOf, objectsOf, textOf } from '../../input/json-values.ts'
import { NotItsOwn, Refused } from '../../refused.ts'
import type { Reports } from '../../report.ts'
import { epochOf } from '../../report-time.ts'
import { controlStart, findingOf } from './inspec-control.ts'
import { isControlLine, readLines } from './inspec-lines.ts'
import { type Control, controlsIn, nameOf } from './inspec-profiles.ts'
import { mustBeNamed, serverTypeOf } from './inspec-server.ts'

const ADVICE = 'run inspec exec with --reporter json:FILE'

export const inspec: Importer = {
  tool: 'inspec',
  about: 'compliance',
  reads: 'output of InSpec, CINC Auditor or HDF with --reporter json, or one control a line',
  recognises: (head) =>
    /^\s*\{/.test(head) &&
    (isControlLine(head) ||
      /"code_desc"\s*:/.test(head) ||
      (/"profiles"\s*:\s*\[/.test(head) && /"(?:sha256|supports|attributes)"\s*:/.test(head))),
  read: (input, context) =>
    isControlLine(input.head) ? readLines(input, context) : readDocument(input, context),
}

async function* readDocument(input: Input, context: Context): Reports {
  if (!/^\s*\{/.test(input.head)) throw new NotItsOwn(`it is no JSON of InSpec; ${ADVICE}`)
  const document = objectOf(await jsonDocumentOf(input))
  if (!Array.isArray(document['profiles'])) throw refusal(document)
  tellOfSkipped(document, context)
  const controls = controlsIn(document)
  if (!controls.some(({ control }) => objectsOf(control['results']).length > 0)) {
    throw new Refused('no control in it has a result, which proves nothing')
  }
  mustBeNamed(hostOf(document), context)
  const platform = textOf(objectOf(document['platform'])['name'])
  for (const { control, profile } of controls) yield findingOf(control, profile, platform, context)
  yield runOf(document, controls, platform, context)
}

const refusal = ({ controls, version }: JsonObject): Refused =>
  Array.isArray(controls) && version !== undefined
    ? new Refused(`it is the short form of InSpec (json-min), which has no severities; ${ADVICE}`)
    : new NotItsOwn(`it is JSON, but no results of InSpec; ${ADVICE}`)

/** Profiles that were not run: for another platform, or with a mistake in them. */
function tellOfSkipped(document: JsonObject, context: Context): void {
  for (const profile of objectsOf(document['profiles'])) {
    const status = textOf(profile['status'])
    if (status !== 'skipped' && status !== 'failed') continue
    const reason = textOf(profile['status_message']) || textOf(profile['skip_message'])
    context.remark(
      `profile ${nameOf(profile).slice(0, 100)} was not run (${status}): ${reason.slice(0, 200)}`,
    )
  }
}

function hostOf(document: JsonObject): string | null {
  const { target_id: target } = objectOf(document['platform'])
  return textOf(document['node_name']) || (typeof target === 'string' && target) || null
}

function runOf(
  document: JsonObject,
  controls: readonly Control[],
  platform: string,
  context: Context,
) {
  const { release } = objectOf(document['platform'])
  const starts = controls
    .map(({ control }) => controlStart(control, context))
    .filter((it) => it !== null)
  if (starts.length === 0) context.remark('no result in it has a time that can be read')
  const version = textOf(document['version']) || null
  return {
    kind: 'compliance-run',
    toolVersion: version,
    host: hostOf(document),
    serverType: serverTypeOf(platform),
    startedAt: starts.length === 0 ? null : starts.reduce((first, it) => Math.min(first, it)),
    seconds: epochOf(objectOf(document['statistics'])['duration']) ?? 0,
    metadata: {
      scanner: 'InSpec',
      scanner_version: version,
      platform: platform || null,
      release: typeof release === 'string' ? release : null,
      profiles: [...new Set(controls.map(({ profile }) => profile))].slice(0, 50),
    },
  } as const
}
