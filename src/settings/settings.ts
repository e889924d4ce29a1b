// One table of settings. It feeds the parser, the help, the documents and the `config` command.
import { isIP } from 'node:net'
import { addressFault, masked } from '../address.ts'
import {
  databaseAddress,
  megabytes,
  networks,
  onOrOff,
  seconds,
  socketPath,
  timeZone,
  wholeNumber,
} from './values.ts'

export interface Setting<Value> {
  readonly flag: string
  readonly env: string
  /** As a person would write it; empty is none. */
  readonly fallback: string
  /** What the help shows in its place. */
  readonly value: string
  readonly help: string
  /** What a wrong value is told. */
  readonly allowed: string
  /** undefined when the value is wrong. */
  readonly parse: (text: string) => Value | undefined
  /** What is wrong with a wrong value, where that is not plain to see. */
  readonly fault?: (text: string) => string
  /** How the value may be shown; a secret is masked. */
  readonly show?: (text: string) => string
}

const setting = <Value>(it: Setting<Value>): Setting<Value> => it

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export const SETTINGS = {
  database: setting({
    flag: 'database',
    env: 'DATABASE_URL',
    fallback: 'sqlite:secdash.db',
    value: 'URL',
    help: 'The database.',
    allowed:
      'sqlite:PATH, postgres://USER:PASSWORD@HOST:PORT/DATABASE, mysql://… or mariadb://… (several hosts with commas between them)',
    parse: databaseAddress,
    fault: addressFault,
    show: masked,
  }),
  host: setting({
    flag: 'host',
    env: 'HOST',
    fallback: '127.0.0.1',
    value: 'ADDRESS',
    help: 'The address to listen on.',
    allowed: 'an IP address or localhost',
    parse: (text) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
  }),
  port: setting({
    flag: 'port',
    env: 'PORT',
    fallback: '8080',
    value: 'NUMBER',
    help: 'The port to listen on; 0 takes a free one.',
    ...wholeNumber(0, 65_535),
  }),
  socket: setting({
    flag: 'socket',
    env: 'SOCKET',
    fallback: '',
    value: 'PATH',
    help: 'A unix socket to listen on, instead of host and port.',
    allowed: 'a path of at most 100 bytes',
    parse: socketPath,
  }),
  basePath: setting({
    flag: 'base-path',
    env: 'BASE_PATH',
    fallback: '',
    value: 'PATH',
    help: 'The path in front of /api.',
    allowed: 'a path such as /secdash',
    // Clients resolve . and .. before they ask.
    parse: (text) =>
      /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*\/?$/.test(text) ? text.replace(/\/$/, '') : undefined,
  }),
  dashboard: setting({
    flag: 'dashboard',
    env: 'DASHBOARD',
    fallback: 'off',
    value: 'on|off',
    help: 'Whether the dashboard is served, beside the endpoints.',
    ...onOrOff,
  }),
  trustedUpstreams: setting({
    flag: 'trusted-upstreams',
    env: 'TRUSTED_UPSTREAMS',
    fallback: '',
    value: 'LIST',
    help: 'Networks whose X-Auth-User-ID is believed, besides loopback and unix sockets.',
    allowed: 'addresses or networks with commas between them, such as 10.0.0.5,fd00::/64; never /0',
    parse: networks,
  }),
  timezone: setting({
    flag: 'timezone',
    env: 'TIMEZONE',
    fallback: 'UTC',
    value: 'ZONE',
    help: 'The time zone of the date-times in the database.',
    allowed: 'a time zone such as UTC or Europe/Berlin',
    parse: timeZone,
  }),
  logLevel: setting({
    flag: 'log-level',
    env: 'LOG_LEVEL',
    fallback: 'info',
    value: 'LEVEL',
    help: 'The least severe lines to log.',
    allowed: LEVELS.join(', '),
    parse: (text) => (LEVELS.includes(text) ? text : undefined),
  }),
  deadlineMs: setting({
    flag: 'deadline',
    env: 'DEADLINE',
    fallback: '5',
    value: 'SECONDS',
    help: 'How long a request may wait for its answer before it gets a 500.',
    ...seconds(0.1, 300),
  }),
  readers: setting({
    flag: 'readers',
    env: 'READERS',
    fallback: '4',
    value: 'NUMBER',
    help: 'How many questions are computed at once, each with a thread and a connection.',
    ...wholeNumber(1, 64),
  }),
  queue: setting({
    flag: 'queue',
    env: 'QUEUE',
    fallback: '64',
    value: 'NUMBER',
    help: 'How many more questions may wait; what does not fit gets a 500 at once.',
    ...wholeNumber(0, 10_000),
  }),
  memoryBytes: setting({
    flag: 'memory',
    env: 'MEMORY',
    fallback: '64',
    value: 'MEGABYTES',
    help: 'The memory for answers that are still true; 0 computes each anew.',
    ...megabytes(0, 65_536),
  }),
  maxHeaderBytes: setting({
    flag: 'max-header-size',
    env: 'MAX_HEADER_SIZE',
    fallback: '8192',
    value: 'BYTES',
    help: 'The largest request line and headers, together.',
    ...wholeNumber(1024, 65_536),
  }),
  headerTimeoutMs: setting({
    flag: 'header-timeout',
    env: 'HEADER_TIMEOUT',
    fallback: '5',
    value: 'SECONDS',
    help: 'How long a client may take to send its headers.',
    ...seconds(0.1, 300),
  }),
  keepAliveMs: setting({
    flag: 'keep-alive',
    env: 'KEEP_ALIVE',
    fallback: '72',
    value: 'SECONDS',
    help: 'How long an idle connection is kept. Keep it above the proxy’s own time.',
    ...seconds(1, 3600),
  }),
  maxConnections: setting({
    flag: 'max-connections',
    env: 'MAX_CONNECTIONS',
    fallback: '1024',
    value: 'NUMBER',
    help: 'How many connections may be open at once.',
    ...wholeNumber(1, 100_000),
  }),
}
