// What a reason is told by. A code decides wherever there is one: words change with the language of a
// server and with its version. Where a reason is told by words, there is nothing else.
import type { FailureReport } from '../../errors.ts'

/** All that is known of an error; a failure has it. */
export type Told = Pick<FailureReport, 'detail' | 'code'>

export type Sign = (told: Told) => boolean

/** When it holds, what is told, and what helps. */
export type KnownReason = readonly [when: Sign, reason: string, fix: string]

/** An SQLSTATE of PostgreSQL, a number of MariaDB or MySQL, a code of Node or of a driver. */
export const code =
  (...codes: readonly string[]): Sign =>
  (told) =>
    told.code !== null && codes.includes(told.code)

/** By its low byte; the rest says more of the same. */
export const sqliteCode =
  (...names: readonly (keyof typeof SQLITE)[]): Sign =>
  (told) => {
    const [, number] = /^SQLITE (\d+)$/.exec(told.code ?? '') ?? []
    return number !== undefined && names.some((it) => SQLITE[it] === (Number(number) & 0xff))
  }

const SQLITE = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
}

export const words =
  (pattern: RegExp): Sign =>
  ({ detail }) =>
    pattern.test(detail)

export const either =
  (...signs: readonly Sign[]): Sign =>
  (told) =>
    signs.some((it) => it(told))

/** A code that stands for several things, and the words that tell them apart. */
export const both =
  (...signs: readonly Sign[]): Sign =>
  (told) =>
    signs.every((it) => it(told))
