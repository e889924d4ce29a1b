// Query strings of the compliance endpoint, by what they show.

const ACTION = 'Invalid action'
const MISSING = 'Missing required parameter: name'
const SERVER = 'Invalid server name format'
const SEVERITY = 'Invalid severity value'
const CATEGORY = 'Invalid category format'
const DAYS = 'Invalid days parameter (must be 1-365)'

const TOO_LONG = 'x'.repeat(256)

/** Values that break the character rule, as they stand in a query string. */
const BAD_NAMES = [
  'web.01',
  'web%2001',
  'web+01',
  '%20',
  'a=b',
  '../web-01',
  "web-01'--",
  '%C3%A4',
  '%EF%BC%91',
]
const BROKEN_VALUES = [
  '%',
  'web-01%',
  '%zz',
  '%ff',
  '%00',
  'web-01%00',
  'web-01%0A',
  '%0Aweb-01',
  'web%0D%0A01',
  TOO_LONG,
]

type Refused = [query: string, error: string]

const each = (prefix: string, values: readonly string[], error: string): Refused[] =>
  values.map((value) => [`${prefix}=${value}`, error])

const NAMES: [prefix: string, error: string][] = [
  ['action=server&name', SERVER],
  ['action=findings&server', SERVER],
  ['action=history&server', SERVER],
  ['action=findings&category', CATEGORY],
]

export const REFUSED: [claim: string, cases: Refused[]][] = [
  [
    'an action outside the five',
    each(
      'action',
      ['bogus', 'Summary', 'summary%20', 'summary;name=x', '__proto__', 'constructor', '%00'],
      ACTION,
    ),
  ],
  [
    'the server action without a name, or with an empty one',
    each('action', ['server', 'server&name=', 'server&name', 'server&server=web-01'], MISSING),
  ],
  [
    'a name, server or category with another character than letters, digits, _ and -',
    NAMES.flatMap(([prefix, error]) => each(prefix, BAD_NAMES, error)),
  ],
  [
    'broken percent-encoding, NUL, line feeds and over-long values like any bad name',
    NAMES.flatMap(([prefix, error]) => each(prefix, BROKEN_VALUES, error)),
  ],
  [
    'a severity outside the four',
    each(
      'action=findings&severity',
      ['CRITICAL', 'info', 'high,low', 'high%20', 'pass', ...BROKEN_VALUES],
      SEVERITY,
    ),
  ],
  ['days that are empty or out of range', each('action=history&days', ['', '0', '366'], DAYS)],
  [
    'a known parameter that is given twice, even with the same or no value',
    [
      ['action=summary&action=summary', ACTION],
      ['action=&action=', ACTION],
      ['action=server&name=web-01&name=web-01', SERVER],
      ['action=server&name=&name=web-01', SERVER],
      ['action=server&name=&name=', SERVER],
      ['action=findings&severity=high&severity=high', SEVERITY],
      ['action=findings&severity=&severity=', SEVERITY],
      ['action=findings&category=ssh&category=os', CATEGORY],
      ['action=findings&server=a&server=a', SERVER],
      ['action=history&server=a&server=b', SERVER],
      ['action=history&days=30&days=30', DAYS],
    ],
  ],
  [
    'a bad action first, whatever else is bad',
    [
      ['action=bogus&name=!&severity=!&category=!&server=!&days=0', ACTION],
      ['days=0&severity=!&action=bogus', ACTION],
    ],
  ],
  [
    'of several bad parameters the first of severity, category, server, days',
    [
      ['days=0&server=!&category=!&severity=!&action=findings', SEVERITY],
      ['server=!&category=!&severity=high&action=findings', CATEGORY],
      ['server=!&category=ssh&severity=high&action=findings', SERVER],
      ['days=0&server=!&action=history', SERVER],
      ['days=0&server=web-01&action=history', DAYS],
    ],
  ],
]

const WEB_01 = 'action=server&name=web-01'

/** Each query string says the same as the one beside it. */
export const SAME: [claim: string, cases: [query: string, as: string][]][] = [
  [
    'ignores unknown parameters, whatever they hold',
    [
      ['unknown=1&action=server&name=web-01&x=%zz&x=%00', WEB_01],
      ['Action=bogus', 'action=summary'],
      ['?action=bogus', 'action=summary'],
      ['action=server&name=web-01&NAME=!', WEB_01],
      ['&&action=server&&name=web-01&', WEB_01],
    ],
  ],
  [
    'takes name[] and name[a] for other names, and ignores them',
    [
      ['action=server&name=web-01&name[]=!&name[a]=!', WEB_01],
      ['action[]=bogus', 'action=summary'],
      ['action=findings&severity[]=!&category[a]=!&server[]=!', 'action=findings'],
      ['action=history&days[]=0&server[]=!', 'action=history&days=30'],
    ],
  ],
  [
    'ignores the parameters of other actions',
    [
      ['action=summary&name=!&severity=!&category=!&server=!&days=0', 'action=summary'],
      ['action=categories&name=!&severity=!&days=0&days=0', 'action=categories'],
      ['action=server&name=web-01&server=!&severity=!&category=!&days=0', WEB_01],
      ['action=findings&name=!&days=0', 'action=findings'],
      ['action=history&name=!&severity=!&category=!', 'action=history'],
    ],
  ],
  [
    'decodes names and values',
    [
      ['action=server&name=web%2D01', WEB_01],
      ['a%63tion=server&na%6De=web-01', WEB_01],
      ['action=findings&severity=hi%67h', 'action=findings&severity=high'],
    ],
  ],
  [
    'takes empty optional parameters for not given',
    [
      ['action=', 'action=summary'],
      ['action=findings&severity=&category=&server=', 'action=findings'],
      ['action=findings&severity&category&server', 'action=findings'],
      ['action=history&server=', 'action=history'],
    ],
  ],
]
