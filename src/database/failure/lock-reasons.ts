// Somebody writes, and the others wait: who it is, each engine tells in its own way.
import { code, either, type KnownReason, sqliteCode } from './signs.ts'

const MARIADB = code('1205')
const POSTGRES = code('55P03')
const SQLITE = sqliteCode('BUSY', 'LOCKED')

export const LOCKED = either(MARIADB, POSTGRES, SQLITE)

const REASON = 'a writer has locked it'

export const LOCK_REASONS: readonly KnownReason[] = [
  [MARIADB, REASON, 'Wait until the writer is done. Who it is: show full processlist'],
  [POSTGRES, REASON, 'Wait until the writer is done. Who it is: select * from pg_stat_activity'],
  [
    SQLITE,
    REASON,
    'Wait until the writer is done. Who has the file open: fuser FILE. If readers are locked out, too, it is not in WAL mode, or its locking_mode is not normal: secdash migrate',
  ],
]
