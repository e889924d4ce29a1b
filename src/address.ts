// The address of a database: sqlite:PATH, or
// postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?OPTION=VALUE (mysql and mariadb alike).

export interface Host {
  readonly host: string
  readonly port: number
}

interface TlsOptions {
  /** Whether the certificate must be of a known authority and bear the host's name. */
  readonly isVerified: boolean
  /** The file of the only authorities that count; undefined: those that Node knows. */
  readonly authorities: string | undefined
}

export interface ServerAddress {
  readonly engine: 'postgres' | 'mariadb'
  readonly hosts: readonly [Host, ...Host[]]
  readonly user: string
  readonly password: string | undefined
  readonly database: string
  /** null: not encrypted. */
  readonly tls: TlsOptions | null
  /** A unix socket instead of hosts. */
  readonly socket: string | undefined
}

interface FileAddress {
  readonly engine: 'sqlite'
  readonly path: string
}

export type Address = FileAddress | ServerAddress

const SERVERS = {
  'postgres://': { engine: 'postgres', port: 5432 },
  'postgresql://': { engine: 'postgres', port: 5432 },
  'mysql://': { engine: 'mariadb', port: 3306 },
  'mariadb://': { engine: 'mariadb', port: 3306 },
} as const

const OPTIONS = ['sslmode', 'sslrootcert', 'socket'] as const

/** What follows the scheme. */
const SERVER = /^(?:([^@/]*)@)?([^/?]*)\/([^/?]+)(?:\?(.*))?$/s
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]@\s]+)(?::(\d{1,5}))?$/i

/** Says which part cannot be read. */
class Unreadable extends Error {
  /** What it is about, where naming it helps. It may be a piece of a password. */
  readonly part: string
  constructor(words: string, part = '') {
    super(words)
    this.part = part
  }
}

/** undefined when it cannot be read. */
export function parseAddress(text: string): Address | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Why an address cannot be read. Nothing is named that a mask would hide. */
export function addressFault(text: string): string {
  try {
    parse(text)
    return ''
  } catch (error) {
    if (!(error instanceof Unreadable)) return 'a % that encodes nothing: write %25 for a %'
    const { part, message } = error
    return part !== '' && masked(text).includes(part) ? `${message}: ${part}` : message
  }
}

/** An address without its user and password, right or wrong as it may be. */
export function masked(address: string): string {
  if (address.startsWith('sqlite:')) return address
  return (
    address
      .replace(/(pass(?:word|wd)?|pwd)\s*=.*/is, '$1=***')
      .replace(/^([a-z]+:\/\/)?.*@/is, '$1***@')
      // Where the @ was forgotten, a password stands in the place of the port.
      .replace(
        /^((?:[a-z]+:\/\/)?(?:\[[^\]]*\]|[^:/?@[]*)):(?!\/\/|\d{1,5}(?:[/?]|$)).*$/is,
        '$1:***',
      )
  )
}

/** The same for whatever stands in a text: an address may have been written in any place. */
export const maskedIn = (text: string): string => text.replace(LOGIN, '$1***@')

/** But for how an address is written, which our own messages show. */
const LOGIN = new RegExp(`(${Object.keys(SERVERS).join('|')})(?!USER:PASSWORD@HOST)\\S*@`, 'gi')

function parse(text: string): Address {
  if (/^["'`]/.test(text)) throw new Unreadable('it begins with a quotation mark: leave it out')
  if (/\s$/.test(text))
    throw new Unreadable('it ends with a blank or the end of a line: leave it out')
  const [, scheme = '', rest = ''] = /^(sqlite:|[a-z]+:\/\/)(.*)$/s.exec(text) ?? []
  if (scheme === 'sqlite:') return { engine: 'sqlite', path: pathIn(rest) }
  const server = SERVERS[scheme as keyof typeof SERVERS]
  if (server === undefined) {
    throw new Unreadable(`it must begin with sqlite:, ${Object.keys(SERVERS).join(', ')}`)
  }
  return { engine: server.engine, ...serverIn(rest, server.port) }
}

function pathIn(path: string): string {
  if (path === '') throw new Unreadable('the path is missing')
  if (path.startsWith(':memory:')) throw new Unreadable('a database in memory is lost at once')
  if (path.includes('\0')) throw new Unreadable('a path has no NUL character')
  return path
}

function serverIn(text: string, port: number): Omit<ServerAddress, 'engine'> {
  const parts = SERVER.exec(text)
  if (parts === null) throw new Unreadable(shapeFault(text))
  const [, login = '', hosts = '', database = '', query = ''] = parts
  const { socket, sslmode, sslrootcert } = optionsIn(query)
  const [user = '', ...password] = login.split(':')
  return {
    hosts: hostsIn(hosts || (socket ? 'localhost' : ''), port, database + query),
    user: decodeURIComponent(user),
    password: password.length === 0 ? undefined : decodeURIComponent(password.join(':')),
    database: decodeURIComponent(database),
    tls: tlsOf(sslmode, sslrootcert),
    socket,
  }
}

const SLASH = 'a / in front of the @: write %2F for a / in user or password'

function shapeFault(text: string): string {
  if (/\/.*@/s.test(text)) return SLASH
  if (!/\/[^/?]/.test(text)) return 'the name of the database is missing behind the host'
  return 'one / too many: write %2F for a / in a name'
}

function optionsIn(query: string): { readonly [Option in (typeof OPTIONS)[number]]?: string } {
  const options = new URLSearchParams(query)
  for (const option of options.keys()) {
    if (OPTIONS.some((it) => it === option)) continue
    if (option.includes('@')) throw new Unreadable(SLASH)
    throw new Unreadable(`an unknown option (known are ${OPTIONS.join(', ')})`, option)
  }
  return Object.fromEntries(options)
}

/** Authorities are refused where nobody would look at them: they would only seem to protect. */
function tlsOf(mode = 'disable', authorities?: string): TlsOptions | null {
  if (!['disable', 'require', 'verify-full'].includes(mode)) {
    throw new Unreadable('sslmode must be disable, require or verify-full')
  }
  if (authorities === '') throw new Unreadable('sslrootcert names no file')
  if (mode === 'verify-full') return { isVerified: true, authorities }
  if (authorities !== undefined) {
    throw new Unreadable('sslrootcert counts with sslmode=verify-full only')
  }
  return mode === 'require' ? { isVerified: false, authorities } : null
}

function hostsIn(text: string, defaultPort: number, behind: string): ServerAddress['hosts'] {
  if (text === '') throw new Unreadable('the host is missing')
  if (text.includes('@')) {
    throw new Unreadable('more than one @: write %40 for an @ in user or password')
  }
  const [first, ...more] = text.split(',').map((part): Host => {
    const [, host, port = String(defaultPort)] = HOST.exec(part) ?? []
    if (host !== undefined && Number(port) > 0 && Number(port) <= 65_535) {
      return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    }
    // A password that ends at its first / stands where host and port are expected.
    if (behind.includes('@')) throw new Unreadable(SLASH)
    if (part === '') throw new Unreadable('a host is missing beside a comma')
    if (/^([^:[]+|\[.*\]):\d+$/.test(part))
      throw new Unreadable('a port is a number from 1 to 65535', part)
    throw new Unreadable(
      'a host cannot be read (user and password end with an @, an IPv6 address stands in brackets)',
      part,
    )
  })
  return [first as Host, ...more]
}
