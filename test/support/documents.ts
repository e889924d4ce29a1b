// The documents, taken apart so that they can be held against the code.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PROJECT = join(import.meta.dirname, '..', '..')

export const DOCUMENTS = globSync(['*.md', 'docs/*.md'], { cwd: PROJECT }).sort()

export const readDocument = (path: string): string => readFileSync(join(PROJECT, path), 'utf8')

/** What is missing from a document, and what is there too much. */
export const difference = (expected: readonly string[], found: readonly string[]): string[] => [
  ...expected.filter((it) => !found.includes(it)).map((it) => `missing: ${it}`),
  ...found.filter((it) => !expected.includes(it)).map((it) => `not so: ${it}`),
]

/** From a heading to the next one of its level. */
export function section(text: string, heading: string): string {
  const [, rest = ''] = text.split(`\n${heading}\n`)
  const level = heading.split(' ', 1)[0]
  return rest.split(`\n${level} `, 1)[0] ?? ''
}

/** The first `columns` cells of every row of every table, as one text a row. */
export const rows = (text: string, columns: number): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| `') || /^\| \d/.test(line))
    .map((line) => rowOf(...line.slice(1, -1).split('|').slice(0, columns)))

export const rowOf = (...cells: string[]): string => cells.map((cell) => cell.trim()).join(' | ')

export const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

export const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, is]) => is === language)
    .map(([, , block = '']) => block)

export interface Example {
  readonly url: string
  readonly status: number
  /** Behind the status: what was left out, or what was asked. */
  readonly note: string
  readonly json: string
}

/** "Example: `GET /path` answers 200:" and the JSON below it. */
export const examples = (text: string): Example[] =>
  [...text.matchAll(/^Example: `GET (\S+)` answers (\d+)([^\n]*):\n\n```json\n(.*?)^```$/gms)].map(
    ([, url = '', status, note = '', json = '']) => ({ url, status: Number(status), note, json }),
  )

const withoutBlocks = (text: string) => text.replace(/^```.*?^```$/gms, '')

/** As a heading's address is made: small letters, no punctuation, dashes for spaces. */
const anchors = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links to a file or heading of the project that is not there. */
export function deadLinks(path: string, text: string): string[] {
  const links = [...withoutBlocks(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)]
  return links
    .map(([, link = '']) => link)
    .filter((link) => {
      const [file, anchor] = link.split('#')
      const target = file ? join(dirname(path), file) : path
      if (!existsSync(join(PROJECT, target))) return true
      if (anchor === undefined) return false
      return !anchors(target === path ? text : readDocument(target)).includes(anchor)
    })
}

/** Files of the project that a document names and that are not there. */
export const absentFiles = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|scripts|docs|\.ci)\/[\w./-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(PROJECT, path)))
