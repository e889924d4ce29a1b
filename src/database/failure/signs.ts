// What a reason is told by. A code decides wherever there is one: words change with the language of a
// server and with its version. Where a reason is told by words, there is nothing else.
import { codeIn } from './code.ts'

/** Of all that is known of an error. Words are given as a regular expression. */
export interface Sign {
  test(detail: string): boolean
}

/** When it holds, what is told, and what helps. */
export type KnownReason = readonly [when: Sign, reason: string, fix: string]

/** An SQLSTATE of PostgreSQL, a number of MariaDB or MySQL, a code of Node or of a driver. */
export const code = (...codes: readonly string[]): Sign => ({
  test: (detail) => codes.includes(codeIn(detail)),
})

/** By its low byte; the rest says more of the same. */
export const sqliteCode = (...names: readonly (keyof typeof SQLITE)[]): Sign => ({
  test(detail) {
    const [, number] = /^SQLITE (\d+)$/.exec(codeIn(detail)) ?? []
    return number !== undefined && names.some((it) => SQLITE[it] === (Number(number) & 0xff))
  },
})

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

export const either = (...signs: readonly Sign[]): Sign => ({
  test: (detail) => signs.some((it) => it.test(detail)),
})

/** A code that stands for several things, and the words that tell them apart. */
export const both = (...signs: readonly Sign[]): Sign => ({
  test: (detail) => signs.every((it) => it.test(detail)),
})
