// What helps against an account that could write. Either it has too much, or it is the wrong one:
// the owner and the importer need what they have, and would stand still without it.
import type { Lines } from './inspection.ts'

/** As docs/deploying.md calls the account of the service. One of this name is no owner. */
export const READER = 'secdash_reader'

export const otherAccount = (toMakeIt: Lines, how = ''): Lines => [
  `Name an account in DATABASE_URL that may only read. Where there is none yet, let an administrator make it${how}:`,
  ...toMakeIt,
]

export const onlyAReader = (toTakeAway: Lines): Lines => [
  'Leave this account what it has where migrate, import or a producer uses it. Only if this account is meant to be the reader, take it away:',
  ...toTakeAway,
]
