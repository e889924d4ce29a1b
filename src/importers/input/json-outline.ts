// What the JSON at the head of a file looks like, to tell one tool's files from another's: a word
// inside a text is not enough. The head ends anywhere, so the outline does too.
import { Tokenizer, TokenType } from '@streamparser/json'
import { looksLikeJson } from './json.ts'
import { asJson } from './utf8.ts'

const DEPTH = 4

/** By path, as in `Findings[].Severity.Label`: the first value seen there, or null for others. */
export type Outline = ReadonlyMap<string, string | number | boolean | null>

interface Level {
  readonly path: string
  readonly isList: boolean
  key: string
  /** A text here is a name, not a value. */
  expectsKey: boolean
}

/** The outline of one object a line is that of its first objects, one over the other. */
export function outlineOf(head: string): Outline {
  const outline = new Map<string, string | number | boolean | null>()
  if (!looksLikeJson(head)) return outline
  const levels: Level[] = []
  let tooDeep = 0
  const pathHere = (): string => {
    const level = levels.at(-1)
    if (level === undefined) return ''
    if (level.isList) return `${level.path}[]`
    return level.path === '' ? level.key : `${level.path}.${level.key}`
  }
  const note = (value: string | number | boolean | null): void => {
    const path = pathHere()
    if (tooDeep === 0 && !outline.has(path)) outline.set(path, value)
  }
  const open = (isList: boolean): void => {
    note(null)
    if (tooDeep > 0 || levels.length > DEPTH) tooDeep++
    else levels.push({ path: pathHere(), isList, key: '', expectsKey: !isList })
  }
  const tokenizer = new Tokenizer({ separator: '' })
  tokenizer.onToken = ({ token, value }) => {
    const level = tooDeep > 0 ? undefined : levels.at(-1)
    if (token === TokenType.LEFT_BRACE) open(false)
    else if (token === TokenType.LEFT_BRACKET) open(true)
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      if (tooDeep > 0) tooDeep--
      else levels.pop()
    } else if (token === TokenType.COMMA) {
      if (level !== undefined) level.expectsKey = !level.isList
    } else if (token !== TokenType.COLON && level?.expectsKey === true) {
      level.key = String(value)
      level.expectsKey = false
    } else if (token !== TokenType.COLON) note(value as string | number | boolean | null)
  }
  // The head is cut, or it is no JSON at all: what was seen so far counts.
  tokenizer.onError = () => {}
  tokenizer.write(asJson(head.trimStart()))
  return outline
}
