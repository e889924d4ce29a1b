// docs/conformance.md taken apart, and the titles of tests as they stand in the sources.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseAst } from 'vite'

export interface Row {
  readonly id: string
  readonly asks: string
  readonly tests: string
}

/** The rows of every table, those whose first cell looks like an id. */
export const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .filter((line) => /^\|\s*[SC]\d/.test(line))
    .map((line) => {
      const [id = '', asks = '', ...tests] = line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
      return { id, asks, tests: tests.join('|') }
    })

interface Citation {
  readonly file: string
  readonly title: string
  /** In parentheses behind the title: which of its cases is meant. */
  readonly example: string | undefined
}

// A code span, perhaps with an example behind it; a span may hold a backtick between two.
const SPAN = /(`+) ?(.+?) ?\1(?!`)(?: \(([^)]+)\))?/g

/** A file's name is followed by titles of tests in it. */
export function citationsOf({ tests }: Row): Citation[] {
  const citations: Citation[] = []
  let file = ''
  for (const [, , text = '', example] of tests.matchAll(SPAN)) {
    if (/^[\w-]+\.test\.ts$/.test(text)) file = text
    else citations.push({ file, title: text, example })
  }
  return citations
}

export interface Sources {
  /** By the name of the file, wherever it lies. */
  readonly titles: ReadonlyMap<string, ReadonlySet<string>>
  /** All that is written in a test file or in what supports it. */
  holds(file: string, text: string): boolean
}

export function testSources(): Sources {
  const folder = join(import.meta.dirname, '..')
  const titles = new Map<string, Set<string>>()
  const texts = new Map<string, string>()
  for (const path of globSync('**/*.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, path), 'utf8')
    const name = path.endsWith('.test.ts') ? basename(path) : 'support'
    texts.set(name, (texts.get(name) ?? '') + text)
    if (name === 'support') continue
    titles.set(name, new Set([...(titles.get(name) ?? []), ...titlesIn(text)]))
  }
  const holds = (name: string, text: string) => texts.get(name)?.includes(text) === true
  return { titles, holds: (file, text) => holds(file, text) || holds('support', text) }
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly name?: string
  readonly value?: unknown
  readonly arguments?: readonly Node[]
}

/** The titles of `it` and `test`, also of `each`. What is skipped does not count. */
export function titlesIn(source: string): string[] {
  const titles: string[] = []
  function visit(node: Node) {
    if (node.type === 'CallExpression') {
      const name = nameOf(node)
      if (/\.(skip|todo|fails)\b/.test(name)) return
      const title = node.arguments?.[0]
      const isTitled = name.endsWith('.each') ? node.callee?.type === 'CallExpression' : true
      if (title !== undefined && isTitled && /^(it|test)(\.each)?$/.test(name)) {
        if (title.type === 'Literal') titles.push(String(title.value))
        if (title.type === 'TemplateLiteral')
          titles.push(source.slice(title.start + 1, title.end - 1))
      }
    }
    for (const child of Object.values(node)) if (isObject(child)) visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return titles
}

const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** 'it', 'it.each', 'describe.skip': what is called, however many times. */
function nameOf(node: Node | undefined): string {
  if (node?.type === 'CallExpression') return nameOf(node.callee)
  if (node?.type === 'MemberExpression') return `${nameOf(node.object)}.${node.property?.name}`
  return node?.name ?? ''
}
