// What must be true of every answer, and of the answer to a request whose meaning is known.
import { assertDocumented } from './openapi.ts'
import { header, type RawResponse } from './raw-http.ts'
import type { GeneratedRequest } from './request-grammar.ts'

export const ALLOWED_HEADERS: ReadonlySet<string> = new Set([
  'allow',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'x-content-type-options',
])

const EVERY_URL = [
  '/api/malware.php',
  '/api/posture.php',
  ...['summary', 'server', 'findings', 'categories', 'history'].map(
    (action) => `/api/compliance-scans.php?action=${action}`,
  ),
]

function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(what)
}

/** An answer to bytes whose meaning is not known: as documented for one of the addresses. */
export function checkAnswer(response: RawResponse): void {
  checkHeaders(response)
  checkBody(response, EVERY_URL)
}

export function checkExpected({ expected, isHead }: GeneratedRequest, response: RawResponse): void {
  const { status, error, url, closes } = expected
  checkHeaders(response)
  check(response.status === status, `expected ${status} ${error}, got ${shown(response)}`)
  check((header(response, 'connection') === 'close') === closes, `closes is not ${closes}`)
  if (isHead) return
  checkBody(response, [url])
  const told = JSON.parse(response.text).error ?? null
  check(told === error, `expected ${error}, got ${shown(response)}`)
}

const shown = ({ status, text }: RawResponse) => `${status} ${text.slice(0, 200)}`

function checkHeaders(response: RawResponse): void {
  const { status, headers } = response
  check(status >= 200 && status < 500, `status ${shown(response)}`)
  for (const [name, lines] of headers) {
    check(ALLOWED_HEADERS.has(name), `unexpected header ${name}`)
    check(lines.length === 1, `${name} is sent ${lines.length} times`)
  }
  check(header(response, 'content-type') === 'application/json', 'content-type')
  check(header(response, 'cache-control') === 'no-store', 'cache-control')
  check(header(response, 'x-content-type-options') === 'nosniff', 'x-content-type-options')
  check(headers.has('allow') === (status === 405), 'allow')
}

function checkBody(response: RawResponse, urls: readonly string[]): void {
  const { status, text } = response
  check(header(response, 'content-length') === String(Buffer.byteLength(text)), 'content-length')
  const body = JSON.parse(text)
  const problems = urls.map((url) => {
    try {
      assertDocumented(url, status, body)
      return null
    } catch (error) {
      return (error as Error).message
    }
  })
  check(problems.includes(null), `not as documented: ${problems[0]} ${shown(response)}`)
}
