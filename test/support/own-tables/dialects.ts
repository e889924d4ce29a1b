// How each engine writes what an operator's tables hold and what a view makes of it.
import { COLLATION } from '../databases/mariadb.ts'
import type { EngineName } from '../engines.ts'

export interface Dialect {
  /** What must be there before the tables. */
  readonly first: readonly string[]
  readonly types: {
    /** Text in which the case of letters does not count. */
    readonly name: string
    readonly text: string
    readonly json: string
    readonly flag: string
    readonly count: string
    /** Five decimals. */
    readonly score: string
    readonly grade: string
    readonly day: string
  }
  /** As the column of such a score takes it. */
  storedScore(value: number): number | string
  score(column: string): string
  /** Text that is compared byte for byte. */
  bytes(text: string): string
  /** Of a number of seconds since 1970. */
  fromSeconds(seconds: string): string
  /** Of such a text: 2026-03-15T12:00:00Z. */
  fromIso(text: string): string
  fromDay(day: string, seconds: string): string
  /** Without what is left over. */
  divided(integer: string, by: number): string
  /** A text as JSON has it. */
  quoted(text: string): string
  json(text: string): string
  /** A text out of a JSON object. */
  member(object: string, name: string): string
}

export const DIALECTS: Readonly<Record<EngineName, Dialect>> = {
  sqlite: {
    first: [],
    types: {
      name: 'text collate nocase',
      text: 'text',
      json: 'text',
      flag: 'integer',
      count: 'integer',
      score: 'integer',
      grade: `text check (grade in ('crit', 'hi', 'med', 'lo'))`,
      day: 'text',
    },
    storedScore: (value) => Math.round(value * 100_000),
    score: (column) => `${column} / 100000.0`,
    bytes: (text) => `${text} collate binary`,
    fromSeconds: (seconds) => `datetime(${seconds}, 'unixepoch')`,
    fromIso: (text) => `replace(substr(${text}, 1, 19), 'T', ' ')`,
    fromDay: (day, seconds) => `datetime(${day}, ${seconds} || ' seconds')`,
    divided: (integer, by) => `${integer} / ${by}`,
    quoted: (text) => `json_quote(${text})`,
    json: (text) => text,
    member: (object, name) => `${object} ->> '${name}'`,
  },
  postgres: {
    first: [
      `create collation caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
      `create type grade as enum ('crit', 'hi', 'med', 'lo')`,
    ],
    types: {
      name: 'text collate caseless',
      text: 'text',
      json: 'jsonb',
      flag: 'boolean',
      count: 'numeric(20)',
      score: 'numeric(8, 5)',
      grade: 'grade',
      day: 'date',
    },
    storedScore: (value) => value.toFixed(5),
    score: (column) => column,
    bytes: (text) => `(${text}) collate "C"`,
    fromSeconds: (seconds) => `cast(to_timestamp(${seconds}) at time zone 'UTC' as timestamp(0))`,
    fromIso: (text) => `cast(cast(${text} as timestamptz) at time zone 'UTC' as timestamp(0))`,
    fromDay: (day, seconds) => `cast(${day} + ${seconds} * interval '1 second' as timestamp(0))`,
    divided: (integer, by) => `${integer} / ${by}`,
    quoted: (text) => `cast(to_json(${text}) as text)`,
    json: (text) => `cast(${text} as json)`,
    member: (object, name) => `${object} ->> '${name}'`,
  },
  mariadb: {
    first: [],
    types: {
      name: 'varchar(255) character set utf8mb4 collate utf8mb4_general_ci',
      text: 'longtext character set utf8mb4',
      json: 'json',
      flag: 'boolean',
      count: 'bigint unsigned',
      score: 'decimal(8, 5)',
      grade: `enum ('crit', 'hi', 'med', 'lo')`,
      day: 'date',
    },
    storedScore: (value) => value.toFixed(5),
    score: (column) => column,
    bytes: (text) => `(${text}) collate ${COLLATION}`,
    // from_unixtime() ends in 2038.
    fromSeconds: (seconds) => `cast('1970-01-01' as datetime) + interval ${seconds} second`,
    fromIso: (text) => `cast(replace(substr(${text}, 1, 19), 'T', ' ') as datetime)`,
    fromDay: (day, seconds) => `cast(${day} as datetime) + interval ${seconds} second`,
    divided: (integer, by) => `${integer} div ${by}`,
    quoted: (text) => `json_quote(${text})`,
    json: (text) => text,
    member: (object, name) => `json_value(${object}, '$.${name}')`,
  },
}
