// The first pass: what was tested, and how each rule came out. This is held in memory, so it is
// bounded; the texts of the rules come in the second pass.
import type { Context } from '../../importer.ts'
import type { Input } from '../../input/input.ts'
import { type XmlElement, type XmlWish, xmlPartsOf } from '../../input/xml.ts'
import type { XmlTag } from '../../input/xml-tag.ts'
import { Refused } from '../../refused.ts'
import { recordTimeOf } from '../../report-time.ts'
import { childOf, isXccdf, rawText } from './xccdf.ts'
import { checkRoot } from './xccdf-root.ts'
import { type Keep, RUN_PARTS, type Run, runOf } from './xccdf-run.ts'

export interface RuleResult {
  readonly run: Run
  readonly result: string
  readonly severity: string | null
  readonly at: number | null
  readonly message: string
}

export interface Results {
  readonly runs: readonly Run[]
  readonly byRule: Map<string, RuleResult[]>
}

const MOST_RUNS = 1_000
const MOST_RESULTS = 100_000
const MOST_CHARACTERS = 32 * 1024 * 1024
/** What a text takes besides its characters. */
const TEXT_OVERHEAD = 64
const MOST_OF_A_TEXT = 1_000

export async function resultsOf(input: Input, context: Context): Promise<Results> {
  const keep = keeper()
  const runs: Run[] = []
  const byRule = new Map<string, RuleResult[]>()
  let run: Run | undefined
  let results = 0
  for await (const part of xmlPartsOf(input, wishes())) {
    if (part.kind === 'opened') {
      if (runs.length === MOST_RUNS) throw new Refused(`it has more than ${MOST_RUNS} TestResults`)
      run = runOf(part.tag, keep, context)
      runs.push(run)
    } else if (part.kind === 'closed') {
      run = undefined
    } else if (run !== undefined && part.element.name !== 'rule-result') {
      RUN_PARTS[part.element.name]?.(run, part.element, keep)
    } else if (run !== undefined) {
      const entry = resultIn(part.element, run, keep, context)
      run.counts.set(entry.result, (run.counts.get(entry.result) ?? 0) + 1)
      // Most of a file: rules that the profile does not ask for.
      if (entry.result === 'notselected') continue
      if (++results > MOST_RESULTS) throw new Refused('it has more than 100,000 results')
      const id = keep(part.element.attributes['idref'] ?? '')
      const others = byRule.get(id)
      if (others === undefined) byRule.set(id, [entry])
      else others.push(entry)
    }
  }
  return { runs, byRule }
}

function wishes(): (tag: XmlTag) => XmlWish {
  let isRoot = true
  return (tag) => {
    if (isRoot) checkRoot(tag)
    isRoot = false
    if (!isXccdf(tag)) return undefined
    if (tag.name === 'TestResult') return 'edges'
    return tag.name === 'rule-result' || Object.hasOwn(RUN_PARTS, tag.name) ? 'whole' : undefined
  }
}

function resultIn(element: XmlElement, run: Run, keep: Keep, context: Context): RuleResult {
  const { severity, time } = element.attributes
  const word = rawText(childOf(element, 'result')).trim().toLowerCase()
  return {
    run,
    result: WORDS.find((it) => it === word) ?? keep(word),
    severity: severity === undefined ? null : keep(severity),
    at: recordTimeOf(time, context),
    message: keep(rawText(childOf(element, 'message'))),
  }
}

/** The words that make up nearly all of a file take no room. */
const WORDS = ['notselected', 'pass', 'fail', 'notapplicable', 'notchecked', 'error']

function keeper(): Keep {
  let characters = 0
  return (text) => {
    const short = text.trim().slice(0, MOST_OF_A_TEXT)
    if (short === '') return ''
    characters += short.length + TEXT_OVERHEAD
    if (characters > MOST_CHARACTERS) throw new Refused('it has more results than a report has')
    // A part of a longer text would keep all of it in memory, so it is copied.
    return Buffer.from(short).toString()
  }
}
