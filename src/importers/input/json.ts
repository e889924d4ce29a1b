// JSON from infected machines: nested without end, cut, or larger than memory.
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { EMPTY, NotItsOwn, Refused } from '../refused.ts'
import type { Input } from './input.ts'
import { asJson, utf8Of } from './utf8.ts'

export type JsonObject = Readonly<Record<string, unknown>>

interface Bounds {
  readonly megabytes: number
  readonly tokens: number
}

const DEPTH = 100
const RECORD: Bounds = { megabytes: 16, tokens: 1_000_000 }
const DOCUMENT: Bounds = { megabytes: 64, tokens: 8_000_000 }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** By its first character, which is that of an object or a list. */
export const looksLikeJson = (head: string): boolean => /^\s*[[{]/.test(head)

/** A whole document of a modest size. */
export async function jsonDocumentOf(input: Input): Promise<unknown> {
  let document: unknown
  for await (const value of valuesOf(input, { paths: ['$'] }, DOCUMENT)) document = value
  return document
}

/**
 * The objects of a list, one at a time: the elements of the outermost array, or of an array that
 * the outermost object has under one of the keys of `list`, or one object after the other.
 */
export async function* jsonRecordsOf(input: Input, list?: PagedList): AsyncGenerator<JsonObject> {
  for await (const record of valuesOf(input, placeIn(input.head, list), RECORD)) {
    if (!isObject(record)) throw new NotItsOwn('it is JSON, but not a list of objects')
    yield record
  }
}

/** A list that may come in pages: one of them looks like the whole, but for a mark beside it. */
export interface PagedList {
  readonly keys: readonly string[]
  /** Where a page says that there is more, as in `metadata.continue`. */
  readonly marks: readonly string[]
  /** How to get all of it. */
  readonly advice: string
}

/** Where the records are. */
interface Place {
  readonly paths: string[]
  /** '' where one document may follow the other. */
  readonly separator?: ''
  readonly list?: PagedList
}

function placeIn(head: string, list?: PagedList): Place {
  if (/^\s*\[/.test(head)) return { paths: ['$.*'] }
  const key = list && keyOfList(head, list.keys)
  if (list === undefined || key === undefined) return { paths: ['$'], separator: '' }
  return { paths: [`$.${key}.*`, ...list.marks.map((mark) => `$.${mark}`)], list }
}

/** Which of these keys the outermost object has an array under. */
function keyOfList(head: string, keys: readonly string[]): string | undefined {
  const tokenizer = new Tokenizer()
  let depth = 0
  let key: unknown
  let found: string | undefined
  tokenizer.onToken = ({ token, value }) => {
    if (token === TokenType.LEFT_BRACKET && depth === 1) found ??= keys.find((it) => it === key)
    depth += step(token)
    if (token !== TokenType.COLON) key = token === TokenType.STRING ? value : undefined
  }
  // What is wrong in the head is told when the file is read.
  tokenizer.onError = () => undefined
  tokenizer.write(asJson(head))
  return found
}

const step = (token: TokenType): number =>
  token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
    ? 1
    : token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET
      ? -1
      : 0

async function* valuesOf(
  input: Input,
  { list, ...place }: Place,
  bounds: Bounds,
): AsyncGenerator<unknown> {
  const tokenizer = new Tokenizer(place)
  const parser = new TokenParser({ ...place, keepStack: false })
  let depth = 0
  let tokens = 0
  let bytes = 0
  let at = 0
  let found: unknown[] = []
  parser.onValue = ({ value, key, stack }) => {
    const path = list && [...stack.slice(1).map((it) => it.key), key].join('.')
    if (path === undefined || !list?.marks.includes(path)) found.push(value)
    // The last page may have the mark, too, but empty.
    else if (value) throw new Refused(`it is one page of a longer list (${path}); ${list.advice}`)
    tokens = 0
  }
  tokenizer.onToken = (token) => {
    depth += step(token.token)
    if (depth > DEPTH) throw new Refused(`it is nested more than ${DEPTH} levels deep`)
    at = token.offset
    if (++tokens > bounds.tokens) throw new Refused('it is JSON with far too many values')
    parser.write(token)
  }
  tokenizer.onError = (error) => {
    throw error instanceof Refused ? error : notWhole(error, at)
  }
  let isEmpty = true
  for await (const chunk of utf8Of(input)) {
    isEmpty = false
    tokenizer.write(chunk)
    bytes = found.length > 0 ? 0 : bytes + chunk.length
    if (bytes > bounds.megabytes * 1024 * 1024) {
      throw new Refused(
        `it has over ${bounds.megabytes} MB of JSON in one piece; that is no report`,
      )
    }
    yield* found
    found = []
  }
  if (isEmpty) throw new Refused(EMPTY)
  ended(tokenizer, parser)
  // A number ends only where the file ends.
  yield* found
}

function ended(tokenizer: Tokenizer, parser: TokenParser): void {
  try {
    tokenizer.end()
    if (!parser.isEnded) parser.end()
  } catch {
    throw new Refused('it is JSON that was cut')
  }
}

/** The parser says at which byte it stopped in the middle of a value; else it is at the last one. */
function notWhole({ message }: Error, lastAt: number): Refused {
  const [, stoppedAt = lastAt] = /absolute position "(\d+)"/.exec(message) ?? []
  const where = `what is near byte ${Number(stoppedAt) + 1} has no place there`
  return new NotItsOwn(`it is no whole JSON: ${where}; correct it, or make it again`)
}
