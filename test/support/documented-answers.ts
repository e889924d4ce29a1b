// The example answers of a document, held against the OpenAPI document and against the service.
import type { DemoAnswers } from '../../scripts/demo-answers.ts'
import { exampleOf } from '../../scripts/examples.ts'
import { ENDPOINTS } from '../../src/http/endpoints.ts'
import { blocks, difference, examples } from './documents.ts'
import { assertDocumented } from './openapi.ts'

const COMPLIANCE = '/api/compliance-scans.php'
const ACTIONS = ['summary', 'server', 'findings', 'categories', 'history']

export function exampleProblems(text: string): string[] {
  const found = examples(text)
  const unnamed = blocks(text, 'json').filter((it) => !found.some(({ json }) => json === it))
  const wrong = found.flatMap(({ url, status, json }) => {
    try {
      assertDocumented(url, status, JSON.parse(json))
      return []
    } catch (error) {
      return [`${url}: ${(error as Error).message}`]
    }
  })
  return [...unnamed.map((it) => `says not what it answers: ${it}`), ...wrong]
}

/** Examples that are not what the service says, and those that do not own up to being shortened. */
export async function untrueExamples(text: string, answers: DemoAnswers): Promise<string[]> {
  const problems: string[] = []
  for (const example of examples(text)) {
    const { json, isWhole } = await exampleOf(example, answers)
    if (json !== example.json)
      problems.push(`${example.url}: run \`npm run docs\`, see what differs`)
    if (isWhole === example.note.startsWith(', here with ')) {
      problems.push(`${example.url}: says ${isWhole ? '' : 'not '}that it is shortened`)
    }
  }
  return problems
}

/** Endpoints and actions of which a document has no example. */
export function unshownAnswers(text: string): string[] {
  const shown = examples(text)
    .filter(({ status }) => status === 200)
    .map(({ url }) => new URL(url, 'http://localhost'))
  const paths = ENDPOINTS.map(({ path }) => path)
  const actions = shown
    .filter(({ pathname }) => pathname === COMPLIANCE)
    .map(({ searchParams }) => searchParams.get('action') ?? 'summary')
  return [
    ...paths.filter((path) => !shown.some(({ pathname }) => pathname === path)),
    ...difference(ACTIONS, actions),
  ]
}
