// What the contract says about a request whose meaning is known: user, path, method, body, Host,
// parameters, in this order.

/** Servers in the database that requests are generated for. */
export const KNOWN_SERVERS = ['web-01', 'db-01', 'constructor', '__proto__'] as const

export interface Meaning {
  readonly isBelieved: boolean
  /** null for a path that is not served. */
  readonly endpoint: string | null
  readonly method: string
  readonly body: 'none' | 'small' | 'large' | 'chunked'
  /** One, or none where HTTP/1.0 needs none. */
  readonly hasHost: boolean
  /** Whether the client asks for the end of the connection. */
  readonly closes: boolean
  readonly parameters: readonly { readonly name: string; readonly value: string }[]
}

export interface Expected {
  readonly status: number
  readonly error: string | null
  /** A plain address of the same meaning, to look the answer up in the document. */
  readonly url: string
  readonly closes: boolean
}

type Verdict = readonly [status: number, error: string | null]

export function expectedAnswer(meaning: Meaning): Expected {
  const [status, error] = verdict(meaning)
  const action = valuesOf(meaning, 'action')[0] || 'summary'
  return {
    status,
    error,
    url: status === 200 ? `${meaning.endpoint}?action=${action}` : (meaning.endpoint ?? '/'),
    closes: meaning.closes || meaning.body !== 'none' || error === 'Bad request',
  }
}

function verdict(meaning: Meaning): Verdict {
  const { isBelieved, endpoint, method, body, hasHost } = meaning
  if (!isBelieved) return [401, 'Unauthorized']
  if (endpoint === null) return [404, 'Not found']
  if (method !== 'GET' && method !== 'HEAD') return [405, 'Method not allowed']
  if (body === 'large') return [413, 'Request body too large']
  if (body === 'chunked' || !hasHost) return [400, 'Bad request']
  if (endpoint === '/api/malware.php') return [200, null]
  if (endpoint === '/api/posture.php') return daysVerdict(meaning) ?? [200, null]
  return complianceVerdict(meaning)
}

function complianceVerdict(meaning: Meaning): Verdict {
  const [action, ...moreActions] = valuesOf(meaning, 'action')
  if (moreActions.length > 0) return [400, 'Invalid action']
  switch (action || 'summary') {
    case 'summary':
    case 'categories':
      return [200, null]
    case 'server':
      return serverVerdict(valuesOf(meaning, 'name'))
    case 'findings':
      return (
        severityVerdict(meaning) ??
        categoryVerdict(meaning) ??
        filterVerdict(meaning) ?? [200, null]
      )
    case 'history':
      return filterVerdict(meaning) ?? daysVerdict(meaning) ?? [200, null]
    default:
      return [400, 'Invalid action']
  }
}

const valuesOf = ({ parameters }: Meaning, name: string) =>
  parameters.filter((it) => it.name === name).map((it) => it.value)

const LETTERS = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-')
const isName = (text: string) =>
  text.length <= 255 && [...text].every((character) => LETTERS.has(character))

function serverVerdict([name = '', ...more]: string[]): Verdict {
  if (more.length > 0) return [400, 'Invalid server name format']
  if (name === '') return [400, 'Missing required parameter: name']
  if (!isName(name)) return [400, 'Invalid server name format']
  return (KNOWN_SERVERS as readonly string[]).includes(name)
    ? [200, null]
    : [404, 'Server not found']
}

const bad = (values: string[], isGood: (value: string) => boolean, error: string) =>
  values.length > 1 || !values.every(isGood) ? ([400, error] as const) : null

const severityVerdict = (meaning: Meaning) =>
  bad(
    valuesOf(meaning, 'severity'),
    (it) => ['critical', 'high', 'medium', 'low', ''].includes(it),
    'Invalid severity value',
  )
const categoryVerdict = (meaning: Meaning) =>
  bad(valuesOf(meaning, 'category'), isName, 'Invalid category format')
const filterVerdict = (meaning: Meaning) =>
  bad(valuesOf(meaning, 'server'), isName, 'Invalid server name format')
const daysVerdict = (meaning: Meaning) =>
  bad(
    valuesOf(meaning, 'days'),
    (it) => leadingInteger(it) >= 1 && leadingInteger(it) <= 365,
    'Invalid days parameter (must be 1-365)',
  )

/** Character by character: space, sign, digits, a fraction, an exponent; the rest is dropped. */
function leadingInteger(text: string): number {
  let at = 0
  const take = (allowed: string, most = Number.POSITIVE_INFINITY) => {
    const start = at
    while (at < text.length && at - start < most && allowed.includes(text.charAt(at))) at++
    return text.slice(start, at)
  }
  const DIGITS = '0123456789'
  take(' \t\n\r\v\f')
  const sign = take('+-', 1)
  const whole = take(DIGITS)
  const fraction = take('.', 1) === '' ? '' : take(DIGITS)
  if (whole + fraction === '') return 0
  const exponent = take('eE', 1) === '' ? '' : take('+-', 1) + take(DIGITS)
  const power = /\d/.test(exponent) ? Number(exponent) : 0
  const size = Number(`${whole || '0'}.${fraction || '0'}e${power}`)
  return Math.trunc(sign === '-' ? -size : size)
}
