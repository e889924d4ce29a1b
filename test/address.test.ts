import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressFault, parseAddress } from '../src/address.ts'

const NOTHING = { password: undefined, tls: null, socket: undefined }

describe('the address of a database', () => {
  it('is a file, or a server with user, password, host, port and database', () => {
    expect(parseAddress('sqlite:/srv/x.db')).toEqual({ engine: 'sqlite', path: '/srv/x.db' })
    expect(parseAddress('postgres://ann:p%40ss%3A@db:6543/sec%20dash')).toEqual({
      ...NOTHING,
      engine: 'postgres',
      hosts: [{ host: 'db', port: 6543 }],
      user: 'ann',
      password: 'p@ss:',
      database: 'sec dash',
    })
  })

  it.each([
    ['postgres', 'postgres', 5432],
    ['postgresql', 'postgres', 5432],
    ['mysql', 'mariadb', 3306],
    ['mariadb', 'mariadb', 3306],
  ])('%s:// is %s, on port %i unless another is given', (scheme, engine, port) => {
    const address = parseAddress(`${scheme}://db/secdash`)
    expect(address).toEqual({
      ...NOTHING,
      engine,
      hosts: [{ host: 'db', port }],
      user: '',
      database: 'secdash',
    })
  })

  it('may name several hosts, of IPv6 too', () => {
    expect(parseAddress('postgres://a@h1:1,[::1]:2,h3/x')).toMatchObject({
      hosts: [
        { host: 'h1', port: 1 },
        { host: '::1', port: 2 },
        { host: 'h3', port: 5432 },
      ],
    })
  })

  it('may name a socket instead of hosts, and how to encrypt', () => {
    expect(parseAddress('mysql:///x?socket=/run/m.sock')).toMatchObject({ socket: '/run/m.sock' })
    expect(parseAddress('mysql://h/x?sslmode=disable')).toMatchObject({ tls: null })
    expect(parseAddress('mysql://h/x?sslmode=require')).toMatchObject({
      tls: { isVerified: false, authorities: undefined },
    })
    expect(parseAddress('mysql://h/x?sslmode=verify-full')).toMatchObject({
      tls: { isVerified: true, authorities: undefined },
    })
    expect(
      parseAddress('postgres://h/x?sslrootcert=/a/b%20c.pem&sslmode=verify-full'),
    ).toMatchObject({ tls: { isVerified: true, authorities: '/a/b c.pem' } })
  })

  it.each([
    'sqlite:',
    'sqlite::memory:',
    'sqlite:a\0b',
    'postgres://h',
    'postgres://h/',
    'postgres:///x',
    'postgres://h:70000/x',
    'postgres://h:0/x',
    'postgres://h,/x',
    'postgres://[::1/x',
    'postgres://%zz@h/x',
    'postgres://h/x?sslmode=maybe',
    'postgres://h/x?sslmode=toString',
    'postgres://h/x?sslrootcert=/ca.pem',
    'postgres://h/x?sslmode=disable&sslrootcert=/ca.pem',
    'postgres://h/x?sslmode=require&sslrootcert=/ca.pem',
    'postgres://h/x?sslmode=require&sslrootcert=',
    'postgres://h/x?sslmode=verify-full&sslrootcert=',
    'postgres://h/x?surprise=1',
    'postgres://a@b@h/x',
    'oracle://h/x',
  ])('%j cannot be read', (text) => {
    expect(parseAddress(text)).toBeUndefined()
  })

  it('keeps any user, password and database that are percent-encoded', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, text, text, (user, password, database) => {
        const [u, p, d] = [user, password, database].map(encodeURIComponent)
        expect(parseAddress(`mariadb://${u}:${p}@h/${d}`)).toMatchObject({
          user,
          password,
          database,
        })
      }),
    )
  })
})

const HOST =
  'a host cannot be read (user and password end with an @, an IPv6 address stands in brackets)'
const UNKNOWN = 'an unknown option (known are sslmode, sslrootcert, socket)'
const SLASH = 'a / in front of the @: write %2F for a / in user or password'
const TWO = 'more than one @: write %40 for an @ in user or password'
const SCHEME = 'it must begin with sqlite:, postgres://, postgresql://, mysql://, mariadb://'

describe('what is wrong with an address is told by its part', () => {
  it.each([
    ['sqlite:', 'the path is missing'],
    ['sqlite::memory:', 'a database in memory is lost at once'],
    ['sqlite:a\0b', 'a path has no NUL character'],
    ['', SCHEME],
    ['secdash.db', SCHEME],
    ['oracle://h/x', SCHEME],
    ['POSTGRES://h/x', SCHEME],
    ['"postgres://h/x"', 'it begins with a quotation mark: leave it out'],
    ['postgres://h/x\r', 'it ends with a blank or the end of a line: leave it out'],
    ['sqlite:/srv/x.db ', 'it ends with a blank or the end of a line: leave it out'],
    ['postgres://u:p@ss@h/x', TWO],
    ['postgres://u:p/w@h/x', SLASH],
    ['postgres://u:p/w@h', SLASH],
    ['postgres://u:1/w?o@h/x', SLASH],
    ['postgres://u:p%zz@h/x', 'a % that encodes nothing: write %25 for a %'],
    ['postgres://h', 'the name of the database is missing behind the host'],
    ['postgres://h/', 'the name of the database is missing behind the host'],
    ['postgres://h?sslmode=require', 'the name of the database is missing behind the host'],
    ['postgres://h/x/y', 'one / too many: write %2F for a / in a name'],
    ['postgres:///x', 'the host is missing'],
    ['postgres://h,/x', 'a host is missing beside a comma'],
    ['postgres://u:p@h:99999/x', 'a port is a number from 1 to 65535: h:99999'],
    ['postgres://u:p@h:123456/x', 'a port is a number from 1 to 65535: h:123456'],
    ['postgres://[::1/x', `${HOST}: [::1`],
    ['postgres://h/x?sslmod=require', `${UNKNOWN}: sslmod`],
    ['postgres://h/x?sslmode=require&12=3&surprise', `${UNKNOWN}: 12`],
    ['postgres://h/x?sslmode=prefer', 'sslmode must be disable, require or verify-full'],
    ['postgres://h/x?sslmode=', 'sslmode must be disable, require or verify-full'],
    ['postgres://h/x?sslrootcert=/ca', 'sslrootcert counts with sslmode=verify-full only'],
    ['postgres://h/x?sslmode=verify-full&sslrootcert=', 'sslrootcert names no file'],
  ])('%j', (text, fault) => {
    expect(parseAddress(text)).toBeUndefined()
    expect(addressFault(text)).toBe(fault)
  })

  it('and the part itself is named only where it may be shown', () => {
    expect(addressFault('postgres://user:secret/x?sslmod=1')).toBe(UNKNOWN)
    expect(addressFault('postgres://user:secret/x')).toBe(HOST)
  })
})
