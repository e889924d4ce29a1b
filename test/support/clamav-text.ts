// Texts as clamscan and clamdscan print them.

export interface Totals {
  readonly version?: string
  readonly known?: number | string
  readonly files?: number | string
  readonly infected?: number | string
  readonly errors?: number
  readonly start?: string
}

export const found = (path: string, signature = 'Php.Webshell.DemoMarker-1.UNOFFICIAL') =>
  `${path}: ${signature} FOUND`

const DASHES = `\n${'-'.repeat(79)}\n\n`

/** The block of clamscan; before 0.103 it has no dates. */
export function clamscanTotals({
  version = '1.4.6',
  known = 8,
  files = 3,
  infected = 0,
  errors = 0,
  start = '2026:11:15 00:40:27',
}: Totals = {}): string {
  return [
    '',
    '----------- SCAN SUMMARY -----------',
    `Known viruses: ${known}`,
    `Engine version: ${version}`,
    'Scanned directories: 1',
    `Scanned files: ${files}`,
    `Infected files: ${infected}`,
    ...(errors === 0 ? [] : [`Total errors: ${errors}`]),
    'Data scanned: 512.00 MB',
    'Data read: 256.00 MB (ratio 2.00:1)',
    'Time: 61.508 sec (1 m 1 s)',
    ...(/^0\.(?:99|10[012])/.test(version)
      ? []
      : [`Start Date: ${start}`, 'End Date:   2026:11:15 00:41:28']),
    '',
  ].join('\n')
}

export function clamdscanTotals({ infected = 0, errors = 0 }: Totals = {}): string {
  return [
    '',
    '----------- SCAN SUMMARY -----------',
    `Infected files: ${infected}`,
    ...(errors === 0 ? [] : [`Total errors: ${errors}`]),
    'Time: 0.216 sec (0 m 0 s)',
    'Start Date: 2026:11:15 00:41:24',
    'End Date:   2026:11:15 00:41:25',
    '',
  ].join('\n')
}

/** A run as --log appends it. */
export const logged = (lines: readonly string[], totals = ''): string =>
  `${DASHES}${lines.map((it) => `${it}\n`).join('')}${totals}`

export const printed = (lines: readonly string[], totals = ''): string =>
  `${lines.map((it) => `${it}\n`).join('')}${totals}`
