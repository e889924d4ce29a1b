// The four malware scanners: when each runs, how much it looks at, and what it says about itself.
import { DAYS, HOUR, MINUTE } from './calendar.ts'
import type { Random } from './random.ts'

export type Scanner = 'clamav' | 'maldet' | 'rkhunter' | 'chkrootkit'

interface ScannerKind {
  /** Times of the day. */
  readonly startsAt: readonly number[]
  readonly everyDays: number
  readonly firstDay: number
  readonly seconds: readonly [least: number, most: number]
  /** On the first day; `growth` more each day. */
  readonly files: number
  readonly growth: number
  summary(run: {
    readonly daysAgo: number
    readonly files: number
    readonly found: number
    readonly chance: Random
  }): Record<string, unknown>
}

export const SCANNERS: Record<Scanner, ScannerKind> = {
  clamav: {
    startsAt: [2 * HOUR + 15 * MINUTE, 14 * HOUR + 15 * MINUTE],
    everyDays: 1,
    firstDay: DAYS,
    seconds: [70 * MINUTE, 95 * MINUTE],
    files: 412_000,
    growth: 310,
    summary: ({ daysAgo, files }) => ({
      known_viruses: 8_712_400 - daysAgo * 190,
      engine_version: daysAgo > 55 ? '1.4.2' : '1.4.3',
      // about 190 kB a file
      data_scanned_gb: Math.round(files * 0.019) / 100,
    }),
  },
  maldet: {
    startsAt: [3 * HOUR + 40 * MINUTE],
    everyDays: 1,
    firstDay: DAYS,
    seconds: [9 * MINUTE, 16 * MINUTE],
    files: 38_500,
    growth: 45,
    summary: ({ daysAgo, found }) => ({
      version: '1.6.6',
      signatures: 17_720 - Math.floor(daysAgo / 7) * 6,
      hits: found,
      paths: ['/var/www', '/srv/mail'],
    }),
  },
  rkhunter: {
    startsAt: [4 * HOUR + 20 * MINUTE],
    everyDays: 2,
    firstDay: DAYS,
    seconds: [150, 240],
    files: 148,
    growth: 0,
    summary: ({ found, chance }) => ({
      version: '1.4.6',
      rootkits_checked: 497,
      possible_rootkits: 0,
      suspect_files: found,
      warnings: found + chance.between(0, 2),
    }),
  },
  chkrootkit: {
    startsAt: [5 * HOUR],
    everyDays: 7,
    firstDay: DAYS - 5,
    seconds: [35, 60],
    files: 71,
    growth: 0,
    summary: ({ found, files }) => ({ version: '0.58b', tests: files, suspicious: found }),
  },
}
