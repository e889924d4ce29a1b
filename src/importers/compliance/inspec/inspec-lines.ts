// A log with one control a line: of several machines, and of several days.
import type { Context } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { isObject, type JsonObject, jsonRecordsOf } from '../../input/json.ts'
import { objectOf, textOf } from '../../input/json-values.ts'
import { Refused } from '../../refused.ts'
import type { Reports } from '../../report.ts'
import { isScanTime, timeOf } from '../../report-time.ts'
import { keyedRuns, runKeys } from '../keyed-runs.ts'
import { controlStart, findingOf } from './inspec-control.ts'
import { mustBeNamed, serverTypeOf } from './inspec-server.ts'

const MOST_RUNS = 1_000
const MOST_OF_A_NAME = 500

interface Run {
  readonly host: string | null
  readonly platform: string
  readonly release: string
  readonly profiles: Set<string>
  /** The time of its batch, which may be a day without a clock. */
  readonly batchAt: number | null
  startedAt: number | null
  seconds: number
}

/** Whether the first line is a control that says how it came out. */
export function isControlLine(head: string): boolean {
  const [line = ''] = head.trimStart().split('\n', 1)
  try {
    const control: unknown = JSON.parse(line)
    return isObject(control) && isControl(control)
  } catch {
    return false
  }
}

const isControl = (it: JsonObject): boolean =>
  textOf(it['id']) !== '' && textOf(it['status']) !== '' && isObject(it['profile'])

export async function* readLines(input: Input, context: Context): Reports {
  const runs = keyedRuns<Run>('runs', MOST_RUNS)
  const keyOf = runKeys()
  for await (const control of jsonRecordsOf(input)) {
    if (!isControl(control)) throw new Refused('a line of it is no control of InSpec')
    const platform = objectOf(control['platform'])
    const profile = textOf(objectOf(control['profile'])['name'])
    const start = controlStart(control, context)
    const target = textOf(platform['target_id']).slice(0, MOST_OF_A_NAME)
    mustBeNamed(target, context)
    const day = dayOf(control, start)
    const key = keyOf(target, `${target} ${day}`.slice(0, MOST_OF_A_NAME), day !== '')
    const run = runs.of(key, () => begin(platform, batchTime(control, context)))
    if (start !== null) run.startedAt = Math.min(start, run.startedAt ?? start)
    run.seconds += Number(control['control_runtime']) || 0
    if (run.profiles.size < 50) run.profiles.add(profile.slice(0, MOST_OF_A_NAME))
    yield { ...findingOf(control, profile, run.platform, context), run: key }
  }
  for (const [key, run] of runs.all()) yield { ...runOf(run), run: key }
}

/** Of the batch, else on which the control was run. */
const dayOf = (control: JsonObject, start: number | null): string =>
  textOf(control['batch_runtime']) ||
  (start === null ? '' : new Date(start * 1000).toISOString().slice(0, 10))

function batchTime({ batch_runtime }: JsonObject, context: Context): number | null {
  const text = textOf(batch_runtime)
  return [timeOf(text, context), timeOf(`${text} 00:00:00`, context)].find(isScanTime) ?? null
}

/** These are held until the end, so they are short. */
const begin = (platform: JsonObject, batchAt: number | null): Run => ({
  host: textOf(platform['target_id']).slice(0, MOST_OF_A_NAME) || null,
  platform: textOf(platform['name']).slice(0, MOST_OF_A_NAME),
  release: textOf(platform['release']).slice(0, MOST_OF_A_NAME),
  profiles: new Set(),
  batchAt,
  startedAt: null,
  seconds: 0,
})

const runOf = (run: Run) =>
  ({
    kind: 'compliance-run',
    toolVersion: null,
    host: run.host,
    serverType: serverTypeOf(run.platform),
    startedAt: run.startedAt ?? run.batchAt,
    seconds: Math.floor(Math.min(Math.max(run.seconds, 0), 1e9)),
    metadata: {
      scanner: 'InSpec',
      platform: run.platform || null,
      release: run.release || null,
      profiles: [...run.profiles],
    },
  }) as const
