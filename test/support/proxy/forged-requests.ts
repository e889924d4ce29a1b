// Generated requests in which a client says who it is: by the header that only the upstream may set, in
// all the ways by which it may get past that upstream.
import fc from 'fast-check'

/** What a client calls itself. No log may have it as the user. */
const FORGED = 'forged'

const pick = fc.constantFrom

/** More often what nginx lets through: of the others it refuses most. */
const mostly = (taken: readonly string[], refused: readonly string[]) =>
  fc.oneof({ weight: 12, arbitrary: pick(...taken) }, { weight: 1, arbitrary: pick(...refused) })

const name = mostly(
  [
    ...['X-Auth-User-ID', 'x-auth-user-id', 'X-AUTH-USER-ID', 'X_Auth_User_ID', 'X-Auth-User_ID'],
    ...[
      'X.Auth.User.ID',
      'X-Auth-User-ID!',
      '~X-Auth-User-ID',
      'X-Auth-User-ID^',
      'X-Auth-User-ID*',
    ],
    ...[
      'X-Auth-User-ID+',
      '\xa0X-Auth-User-ID',
      '\x85X-Auth-User-ID',
      'Remote-User',
      'X-Remote-User',
    ],
  ],
  [
    'X-Auth-User-ID ',
    'X-Auth-User-ID\t',
    ' X-Auth-User-ID',
    'X-Auth-User-ID\0',
    'X-Auth-User-ID\x0b',
  ],
)
const value = mostly(
  [
    ...[FORGED, FORGED, '', ' ', `${FORGED}, ${FORGED}`, `\t${FORGED}`, `\xe9${FORGED}`],
    ...[`x\rX-Auth-User-ID: ${FORGED}`, `x\nX-Auth-User-ID: ${FORGED}`],
  ],
  [`${FORGED}\0`, `\0${FORGED}`, `x\r\n ${FORGED}`],
)
const forgedLine = fc.tuple(name, value).map(([name, value]) => `${name}: ${value}`)
const SIMPLE = `X-Auth-User-ID: ${FORGED}`

const other = pick(
  ...['Connection: X-Auth-User-ID', 'Connection: close, X-Auth-User-ID', 'Upgrade: h2c'],
  ...['Connection: keep-alive, Authorization, Cookie', 'TE: trailers', 'Trailer: X-Auth-User-ID'],
  ...['X-Original-URL: /api/posture.php', 'Forwarded: for=127.0.0.1', 'Accept: */*', 'Host2: x'],
)

const target = pick(
  ...['/api/malware.php', '/api/posture.php', '/api/compliance-scans.php?action=summary'],
  ...[
    'http://localhost/api/malware.php',
    '/api//malware.php',
    '/api/./malware.php',
    '/./api/malware.php',
  ],
  ...['/api/%6dalware.php', '/api/x/../malware.php', '/%61pi/malware.php', '/api/malware.php;x'],
  ...[
    '/api/malware.php/',
    '/API/malware.php',
    '/api/malware.php%00',
    '/_session',
    '/@unauthorized',
  ],
  `/api/malware.php?x=%0d%0aX-Auth-User-ID:%20${FORGED}`,
  `/api/malware.php HTTP/1.1\r\n${SIMPLE}\r\nX:`,
  `/api/malware.php\n${SIMPLE}\n`,
)

const WITHIN = `GET /api/posture.php HTTP/1.1\r\nHost: localhost\r\n${SIMPLE}\r\n\r\n`
const LENGTH = `Content-Length: ${WITHIN.length}`
const CHUNKED = 'Transfer-Encoding: chunked'
const CHUNK = `${WITHIN.length.toString(16)}\r\n${WITHIN}\r\n0\r\n\r\n`

/** Header lines with the body that they tell of; a second request may hide in it, or come behind it. */
const body = fc.oneof(
  { weight: 12, arbitrary: fc.constant<[string[], string]>([[], '']) },
  pick<[string[], string]>(
    [[], WITHIN],
    [[LENGTH], WITHIN],
    [['Content-Length: 0'], WITHIN],
    [[CHUNKED], '0\r\n\r\n'],
    [[CHUNKED], CHUNK],
    [[CHUNKED], `0\r\n${SIMPLE}\r\n\r\n`],
    [[CHUNKED, 'Content-Length: 5'], `0\r\n\r\n${WITHIN}`],
    [[LENGTH, 'Transfer-Encoding: x, chunked'], WITHIN],
    [[LENGTH, 'Content-Length: 0'], WITHIN],
  ),
)

/** `login` is the header of somebody whom the upstream knows; behind all comes a request that ends it. */
export const forgedRequests = (login: string | null): fc.Arbitrary<string> =>
  fc
    .record({
      method: fc.oneof({ weight: 6, arbitrary: pick('GET') }, pick('POST', 'OPTIONS', 'PUT')),
      target,
      version: fc.oneof({ weight: 8, arbitrary: pick('1.1') }, pick('1.0')),
      forged: fc.array(forgedLine, { minLength: 1, maxLength: 3 }),
      others: fc.array(other, { maxLength: 2 }),
      body,
      loginAt: fc.nat(),
    })
    .map(({ method, target, version, forged, others, body: [ofBody, text], loginAt }) => {
      const lines = [...forged, ...others]
      if (login !== null) lines.splice(loginAt % (lines.length + 1), 0, login)
      const head = [`${method} ${target} HTTP/${version}`, 'Host: localhost', ...lines, ...ofBody]
      return `${head.join('\r\n')}\r\n\r\n${text}${LAST}`
    })

const LAST = 'GET /end HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
