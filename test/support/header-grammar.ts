// Generated header lines and bodies, with what they mean.
import fc from 'fast-check'
import type { Meaning } from './request-oracle.ts'

const pick = fc.constantFrom
const utf8 = (text: string) => Buffer.from(text).toString('latin1')

const believed = pick(...['tester', 'a b', "it's me", 'prüfer', '🦊', 'u'.repeat(256), '{"a":1}'])
const refused = pick<string[]>(
  ...[[], [''], ['', ''], ['a', 'b'], ['a', 'a'], ['a,b'], ['a\tb'], ['\u0085'], ['u'.repeat(257)]],
)
const userName = pick('X-Auth-User-ID', 'x-auth-user-id', 'X-AUTH-USER-ID')
export const user = fc
  .tuple(
    userName,
    fc.oneof(
      { weight: 9, arbitrary: believed.map((it) => ({ values: [it], isBelieved: true })) },
      { weight: 1, arbitrary: refused.map((values) => ({ values, isBelieved: false })) },
    ),
  )
  .map(([name, { values, isBelieved }]) => ({
    lines: values.map((value) => `${name}: ${utf8(value)}`),
    isBelieved,
  }))

export const odd = pick(
  ...['Accept: */*', 'Accept: \xff', 'Accept-Version: 1.x', 'Accept-Encoding: gzip', 'Cookie: a=b'],
  ...['Content-Type: text/plain\t; x', 'If-None-Match: *', 'Range: bytes=0-0', 'Origin: null'],
  ...['X_Auth_User_ID: root', 'X-Forwarded-For: 10.0.0.1', 'X-HTTP-Method-Override: PUT', 'a:'],
  ...['__proto__: x', 'constructor: x', 'Upgrade: h2c', 'Content-Length: 0', 'X-Request-ID: x'],
  ...[
    'Connection: X-Auth-User-ID',
    'Expect: 100-continue',
    'Expect: x',
    'TE: trailers',
    'Host2: x',
  ],
)
export interface Body {
  readonly body: Meaning['body']
  readonly lines: readonly string[]
  readonly text: string
}

export const body: fc.Arbitrary<Body> = fc.oneof(
  { weight: 40, arbitrary: fc.constant({ lines: [], text: '', body: 'none' as const }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 1024 }).map((length) => ({
      lines: [`Content-Length: ${length}`],
      text: 'x'.repeat(length),
      body: 'small' as const,
    })),
  },
  {
    weight: 1,
    arbitrary: pick(1025, 65_536, 2 ** 31, 1e15).map((length) => ({
      lines: [`Content-Length: ${length}`],
      text: '',
      body: 'large' as const,
    })),
  },
  {
    weight: 1,
    arbitrary: pick('0\r\n\r\n', '2\r\nab\r\n0\r\n\r\n').map((text) => ({
      lines: ['Transfer-Encoding: chunked'],
      text,
      body: 'chunked' as const,
    })),
  },
)
