// Generated requests that are well-formed HTTP, each with the answer it must get. What a piece means
// is known from how it was made, so nothing of the service's own reading is used.
import { METHODS } from 'node:http'
import fc from 'fast-check'
import { body, odd, user } from './header-grammar.ts'
import { type Expected, expectedAnswer, type Meaning } from './request-oracle.ts'
import { parameter, path } from './target-grammar.ts'

export interface GeneratedRequest {
  /** One character, one byte. */
  readonly bytes: string
  readonly isHead: boolean
  readonly expected: Expected
}

const pick = fc.constantFrom

/** The client may or may not send a body after that, so the connection is of no further use. */
const asksToContinue = (lines: readonly string[]) => lines.includes('Expect: 100-continue')

const TWO_HOSTS = 'Host: a\r\nHost: b'

export const wellFormedRequest: fc.Arbitrary<GeneratedRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 14, arbitrary: fc.constant('GET') },
      { weight: 1, arbitrary: fc.constant('HEAD') },
      { weight: 1, arbitrary: pick(...METHODS.filter((it) => it !== 'CONNECT')) },
    ),
    path,
    parameters: fc.array(parameter, { maxLength: 4 }),
    user,
    body,
    odd: fc.array(odd, { maxLength: 2 }),
    host: fc.oneof(
      { weight: 40, arbitrary: pick('Host: localhost', 'Host:', 'hOST: x:1') },
      pick('', TWO_HOSTS),
    ),
    closing: fc.oneof({ weight: 40, arbitrary: pick('') }, pick('Connection: close')),
    version: fc.oneof({ weight: 40, arbitrary: pick('1.1') }, pick('1.0')),
  })
  .map(({ method, path, parameters, user, body, odd, host, closing, version }) => {
    const query = parameters.map(({ text }) => text).join('&')
    const target = path.text + (query === '' ? '' : `?${query}`)
    const optional = [host, closing].filter((line) => line !== '')
    // Two lengths, or a length and chunks, would not be well formed.
    const others = odd.filter((line) => body.body === 'none' || !line.startsWith('Content-Length'))
    const lines = [...optional, ...user.lines, ...new Set(others), ...body.lines]
    const meaning: Meaning = {
      isBelieved: user.isBelieved,
      endpoint: path.endpoint,
      method,
      body: body.body,
      hasHost: host === '' ? version === '1.0' : host !== TWO_HOSTS,
      closes: closing !== '' || version === '1.0' || asksToContinue(lines),
      parameters,
    }
    return {
      bytes: [`${method} ${target} HTTP/${version}`, ...lines, '', body.text].join('\r\n'),
      isHead: method === 'HEAD',
      expected: expectedAnswer(meaning),
    }
  })
  // Close to the limit of 8 KiB the answer would depend on how bytes are counted.
  .filter(({ bytes }) => bytes.length < 7_000)
