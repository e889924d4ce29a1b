// The address of a database: sqlite:PATH, or
// postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?OPTION=VALUE (mysql and mariadb alike).

export interface Host {
  readonly host: string
  readonly port: number
}

export interface TlsOptions {
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

export interface FileAddress {
  readonly engine: 'sqlite'
  readonly path: string
}

const SERVERS = {
  postgres: { engine: 'postgres', port: 5432 },
  postgresql: { engine: 'postgres', port: 5432 },
  mysql: { engine: 'mariadb', port: 3306 },
  mariadb: { engine: 'mariadb', port: 3306 },
} as const

const SERVER =
  /^(postgres|postgresql|mysql|mariadb):\/\/(?:([^@/]*)@)?([^/?]*)\/([^/?]+)(?:\?(.*))?$/s
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]@\s]+)(?::(\d{1,5}))?$/i

/** undefined when it cannot be read. */
export function parseAddress(text: string): FileAddress | ServerAddress | undefined {
  const path = /^sqlite:(?!:memory:)([^\0]+)$/s.exec(text)?.[1]
  if (path !== undefined) return { engine: 'sqlite', path }
  try {
    return parseServer(text)
  } catch {
    // A percent sign that encodes nothing.
    return undefined
  }
}

function parseServer(text: string): ServerAddress | undefined {
  const parts = SERVER.exec(text)
  if (parts === null) return undefined
  const [, scheme, login = '', hostsText = '', database = '', query = ''] = parts
  const { engine, port } = SERVERS[scheme as keyof typeof SERVERS]
  const { socket, sslmode, sslrootcert, ...unknown } = Object.fromEntries(
    new URLSearchParams(query),
  )
  const tls = tlsOf(sslmode, sslrootcert)
  const [first, ...more] = hostsOf(hostsText || (socket ? 'localhost' : ''), port)
  if (first === undefined || tls === undefined) return undefined
  if (Object.keys(unknown).length > 0) return undefined
  const [user = '', ...password] = login.split(':')
  return {
    engine,
    hosts: [first, ...more],
    user: decodeURIComponent(user),
    password: password.length === 0 ? undefined : decodeURIComponent(password.join(':')),
    database: decodeURIComponent(database),
    tls,
    socket,
  }
}

/** Authorities are refused where nobody would look at them: they would only seem to protect. */
function tlsOf(mode = 'disable', authorities?: string): TlsOptions | null | undefined {
  if (mode === 'verify-full' && authorities !== '') return { isVerified: true, authorities }
  if (authorities !== undefined) return undefined
  if (mode === 'require') return { isVerified: false, authorities }
  return mode === 'disable' ? null : undefined
}

/** Empty when one of them cannot be read. */
function hostsOf(text: string, defaultPort: number): Host[] {
  const hosts = text.split(',').map((part): Host | undefined => {
    const [, host, port = String(defaultPort)] = HOST.exec(part) ?? []
    if (host === undefined || Number(port) > 65_535) return undefined
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
  })
  return hosts.every((it) => it !== undefined) ? hosts : []
}
