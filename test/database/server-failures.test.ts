// What errors of servers and their drivers become. The errors themselves are real in test/servers.
import pg from 'pg'
import { expect, it } from 'vitest'
import { unreachable } from '../../src/database/failure/failure.ts'
import { mariadbFailure } from '../../src/database/mariadb/failure.ts'
import { postgresFailure } from '../../src/database/postgres/failure.ts'
import { UnreadableValue } from '../../src/database/rows/unreadable-value.ts'

const LOST = { kind: 'query', text: 'the connection to the database was lost' }
const DEFECT = { kind: 'defect', text: 'unexpected failure' }
const error = (message: string, more: object = {}) => Object.assign(new Error(message), more)
const unreadable = new UnreadableValue('status', null, 'a text')

it.each([
  ['an unreadable value', unreadable, { kind: 'query', text: unreadable.message }],
  [
    'the server’s own words, without the account',
    error('x', { sqlMessage: `SELECT command denied to user 'reader'@'10.0.0.5' for table t` }),
    { kind: 'query', text: 'SELECT command denied to user this account for table t' },
  ],
  ['a reset', error('read ECONNRESET', { code: 'ECONNRESET' }), LOST],
  ['the driver’s own time-out', error('x', { code: 'PROTOCOL_SEQUENCE_TIMEOUT' }), LOST],
  ['an empty text', error('x', { code: 'ER_UNKNOWN', sqlMessage: '' }), LOST],
  ['an error of nobody’s', error('x'), DEFECT],
  ['what is no error', 'x', DEFECT],
])('MariaDB: %s', (_what, thrown, expected) => {
  expect(mariadbFailure(thrown)).toMatchObject(expected)
})

it.each([
  ['an unreadable value', unreadable, { kind: 'query', text: unreadable.message }],
  [
    'the server’s own words',
    Object.assign(new pg.DatabaseError('relation "x" does not exist', 1, 'error'), {
      severity: 'ERROR',
    }),
    { kind: 'query', text: 'relation "x" does not exist' },
  ],
  ['a reset', error('read ECONNRESET', { code: 'ECONNRESET' }), LOST],
  ['a silent line', error('Query read timeout'), LOST],
  ['a closed connection', error('Connection terminated unexpectedly'), LOST],
  [
    'a message that the protocol has not',
    new pg.DatabaseError('received invalid response: 7b', 9, 'error'),
    LOST,
  ],
  ['an error of nobody’s', error('x'), DEFECT],
  ['what is no error', 'x', DEFECT],
])('PostgreSQL: %s', (_what, thrown, expected) => {
  expect(postgresFailure(thrown)).toMatchObject(expected)
})

it.each([
  [
    'password authentication failed for user "u"',
    { code: '28P01' },
    'user or password are refused',
  ],
  [
    `Access denied for user 'u'@'h' (using password: YES)`,
    { errno: 1045 },
    'user or password are refused',
  ],
  ['connect ECONNREFUSED 10.0.0.5:5432', { code: 'ECONNREFUSED' }, 'nobody listens there'],
  ['getaddrinfo ENOTFOUND db.example', { code: 'ENOTFOUND' }, 'the name of the host is unknown'],
  ['timeout expired', {}, 'it does not answer in time'],
  ['something new', {}, 'the server cannot be reached'],
])('no connection, and the log says why: %s', (said, more, reason) => {
  expect(unreachable(error(said, more))).toMatchObject({
    kind: 'connection',
    text: `no connection to the database: ${reason}`,
    detail: expect.stringContaining(said),
  })
})

it.each([
  [
    '22P02',
    'invalid input value for enum cat: "asked with"',
    'invalid input value for enum cat: "…"',
  ],
  [
    '58P01',
    'could not open file "my own/x.csv" for reading',
    'could not open file "…" for reading',
  ],
  ['38000', 'program "cat "x" | grep y" failed', 'program "…" failed'],
  [
    '22P02',
    'ungültige Eingabesyntax für Typ uuid: »x«',
    'ungültige Eingabesyntax für Typ uuid: "…"',
  ],
  ['P0001', 'no such server « x »', 'no such server "…"'],
  [
    '42P01',
    'relation "compliance_scans" does not exist',
    'relation "compliance_scans" does not exist',
  ],
])('of PostgreSQL a client is told no value and no file: %s', (code, said, told) => {
  const error = Object.assign(new Error(said), { severity: 'ERROR', code })
  expect(postgresFailure(error)).toMatchObject({ kind: 'query', text: told })
})
