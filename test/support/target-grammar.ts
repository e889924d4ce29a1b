// Generated paths and parameters, with what they mean.
import fc from 'fast-check'
import { anyCharacter } from './any-character.ts'
import { KNOWN_SERVERS } from './request-oracle.ts'

const pick = fc.constantFrom

/** The same text with some of its characters percent-encoded, and all that must be. */
const encoded = (text: string): fc.Arbitrary<string> =>
  fc.nat().map((bits) =>
    Array.from(text.toWellFormed(), (character, i) => {
      if (/[\w.~*!'();:@,/?$-]/.test(character) && (bits >> (i % 31)) % 2 === 0) return character
      const hex = Buffer.from(character).toString(bits % 2 === 0 ? 'hex' : 'latin1')
      return bits % 2 === 0 ? hex.replace(/../g, '%$&') : percent(hex)
    }).join(''),
  )
const percent = (bytes: string) =>
  Array.from(
    bytes,
    (it) => `%${it.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('')

const anyText = fc.string({ unit: anyCharacter, maxLength: 12 })
const names = pick(
  ...[
    'web-01',
    'WEB-01',
    'nobody',
    'a b',
    'a.b',
    '',
    'é',
    'web-01\n',
    'a\0b',
    '../etc',
    '%zz',
    '-',
  ],
  ...["' or 1=1 --", '__proto__', 'constructor', 'toString', ...KNOWN_SERVERS],
  ...[255, 256, 2000].map((length) => 'x'.repeat(length)),
)
const days = fc.oneof(
  fc.integer({ min: -3, max: 370 }).map(String),
  pick(
    '30abc',
    'abc',
    '',
    '12.9',
    '1e2',
    '1e9',
    '+7',
    ' 7',
    '\t7',
    '.5e1',
    '0x1F',
    '1e',
    '-1',
    '٣',
  ),
  pick(
    '99999999999999999999',
    '365.999',
    '366',
    '1e-3',
    '000000000030',
    '3 0',
    'Infinity',
    '1e400',
  ),
)
const actions = ['summary', 'server', 'findings', 'categories', 'history']
const VALUES = new Map<string, fc.Arbitrary<string>>(
  Object.entries({
    action: fc.oneof(
      { weight: 6, arbitrary: pick(...actions) },
      { weight: 1, arbitrary: pick('', 'SUMMARY', 'drop', '__proto__', 'summary ', 'server\0') },
    ),
    name: names,
    server: names,
    category: fc.oneof(names, pick('ssh', 'os', 'aws')),
    severity: pick('critical', 'high', 'medium', 'low', '', 'HIGH', 'worst', 'high\n', '__proto__'),
    days,
  }),
)
const knownName = pick(...VALUES.keys())
const nearName = pick('name[]', 'name[a]', 'Name', 'days ', 'action\0', '__proto__', 'x', '')

/** A parameter: its text in the query string, and its name and value once decoded. */
export const parameter = fc
  .oneof({ weight: 9, arbitrary: knownName }, { weight: 1, arbitrary: nearName })
  .chain((name) => {
    const usual = VALUES.get(name) ?? anyText
    const value = fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: anyText })
    return fc.tuple(fc.constant(name), value)
  })
  .chain(([name, value]) =>
    fc.tuple(encoded(name), encoded(value)).map(([nameText, valueText]) => ({
      text: `${nameText}=${valueText}`,
      name,
      value: value.toWellFormed(),
    })),
  )

const ENDPOINTS = ['/api/malware.php', '/api/posture.php', '/api/compliance-scans.php']
const wrongPaths = pick(
  ...['/', '//', '/api', '/api/', '/api/malware', '/api/malware.php/', '/API/malware.php'],
  ...['/api//malware.php', '/api/./malware.php', '/x/../api/posture.php', '/api%2Fmalware.php'],
  ...['/api/malware.php;x', '/api/malware.php%00', '/%zz', '/%ff', '/api/%c3%28', '/__proto__'],
)
export const path: fc.Arbitrary<{ text: string; endpoint: string | null }> = fc.oneof(
  {
    weight: 16,
    arbitrary: pick(...ENDPOINTS, '/api/compliance-scans.php', '/api/compliance-scans.php').chain(
      (endpoint) =>
        fc
          .tuple(encodedPath(endpoint), pick('', '', '', 'http://h', 'https://h:8443'))
          .map(([text, origin]) => ({ text: origin + text, endpoint })),
    ),
  },
  { weight: 2, arbitrary: wrongPaths.map((text) => ({ text, endpoint: null })) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: pick(...'abcAPI012.-_~!$&;=:@%/'), maxLength: 20 })
      .map((text) => ({ text: `/${text}`, endpoint: null })),
  },
)

/** Slashes stay: encoded, they are other characters of the path. */
function encodedPath(endpoint: string): fc.Arbitrary<string> {
  const segments = endpoint.split('/').map((segment) => encoded(segment))
  return fc
    .tuple(fc.boolean(), ...segments)
    .map(([plain, ...texts]) => (plain ? endpoint : texts.join('/')))
}
