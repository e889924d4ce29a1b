// The examples of a document, made anew of what the service says. Who wants one to be shorter takes
// items out of its lists: they stay out.
import { type Example, examples } from '../test/support/documents.ts'
import type { DemoAnswers } from './demo-answers.ts'

const WIDTH = 100

export async function withExamples(text: string, answers: DemoAnswers): Promise<string> {
  let made = text
  for (const example of examples(text)) {
    const { json } = await exampleOf(example, answers)
    made = made.replace(example.json, () => json)
  }
  return made
}

/** What has to stand in the place of an example, and whether that is the whole answer. */
export async function exampleOf({ url, status, json }: Example, answers: DemoAnswers) {
  const answer = await answers.get(url, status)
  const shown = shortened(answer, JSON.parse(json))
  return { json: `${laidOut(shown)}\n`, isWhole: laidOut(shown) === laidOut(answer) }
}

type Members = Record<string, unknown>

function shortened(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(shown)) {
    return chosen(answer, shown).map((it, at) => shortened(it, shown[at]))
  }
  if (!isObject(answer) || !isObject(shown)) return answer
  // A map of lists, as by server, is as long as the one that is shown; a record is always whole.
  const isMap = Object.values(answer).every(Array.isArray)
  const members = Object.entries(answer).slice(0, isMap ? Object.keys(shown).length : undefined)
  return Object.fromEntries(members.map(([name, it]) => [name, shortened(it, shown[name])]))
}

/** Findings are shown because of what they are about; of other lists the first items are shown. */
function chosen(answer: readonly Members[], shown: readonly Members[]): readonly Members[] {
  if (!shown.every((it) => 'check_id' in Object(it))) return answer.slice(0, shown.length)
  return shown.flatMap(({ check_id: check }) =>
    answer.filter((it) => it['check_id'] === check).slice(0, 1),
  )
}

/** On one line what fits there; else as many plain members a line as fit, and the others below. */
function laidOut(value: unknown, indent = '', name = ''): string {
  const line = `${indent}${name}${onOneLine(value)}`
  // Behind it there may be a comma.
  if (line.length < WIDTH || !isObject(value)) return line
  const inner = `${indent}  `
  const lines: string[] = []
  let isOpen = false
  for (const [member, it] of Object.entries(value)) {
    const text = laidOut(it, inner, Array.isArray(value) ? '' : `${JSON.stringify(member)}: `)
    const joined = `${lines.at(-1)}, ${text.trimStart()}`
    if (isOpen && !isObject(it) && joined.length < WIDTH) lines[lines.length - 1] = joined
    else lines.push(text)
    isOpen = !isObject(it)
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${indent}${name}${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const members = Object.entries(value).map(([name, it]) => `"${name}": ${onOneLine(it)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null
