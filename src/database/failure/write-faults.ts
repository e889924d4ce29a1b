// What keeps somebody from writing.
import { DISK } from './file-reasons.ts'
import { LOCKED } from './lock-reasons.ts'
import { REFUSED } from './reasons.ts'
import { TAKES_NO_CHANGES } from './server-reasons.ts'
import { code, either, type Sign, sqliteCode, type Told, words } from './signs.ts'

type WriteFault = 'read-only file' | 'not allowed' | 'not possible' | 'locked' | 'no table'

const FAULTS: readonly (readonly [WriteFault, Sign])[] = [
  ['read-only file', sqliteCode('READONLY')],
  ['not allowed', either(REFUSED, words(/permission denied/i))],
  // The reasons say why.
  ['not possible', either(DISK, TAKES_NO_CHANGES)],
  ['locked', LOCKED],
  // SQLite has no code for it.
  ['no table', either(code('42P01', '1146'), words(/no such table/i))],
]

export const writeFaultOf = (told: Told): WriteFault | null =>
  FAULTS.find(([, when]) => when(told))?.[0] ?? null
