// What there is to say about a database, and what `secdash check --json` prints of it.
import { visible } from '../visible.ts'

/** Each kind of remark; docs/check.md says what they mean. */
export const CODES = [
  'unreachable',
  'host-unreachable',
  'failed',
  'table-missing',
  'column-missing',
  'view-broken',
  'cannot-read',
  'can-write',
  'other-name',
  'no-snapshot',
  'type',
  'collation',
  'index-missing',
  'clock',
  'server-zone',
  'time-zone',
  'null',
  'unreadable',
  'too-large',
  'negative',
  'score',
  'severity',
  'json',
  'name',
  'duplicate-id',
  'duplicate-latest',
  'future-date',
  'orphan',
  'silent',
  'scan-failed',
  'left-out',
  'question',
] as const

export type Code = (typeof CODES)[number]

export interface Remark {
  readonly level: 'problem' | 'advice'
  readonly code: Code
  readonly where: string
  readonly problem: string
  readonly fix: string
}

type Said = [code: Code, where: string, text: string, ...fix: string[]]

/** `fix` has a line each; a line's end inside of one is not one of ours. */
export const remarkOf = (level: Remark['level'], ...[code, where, text, ...fix]: Said): Remark => ({
  level,
  code,
  where: visible(where),
  problem: visible(text),
  fix: fix.map(visible).join('\n'),
})

export const problem = (...said: Said): Remark => remarkOf('problem', ...said)

export const advice = (...said: Said): Remark => remarkOf('advice', ...said)
