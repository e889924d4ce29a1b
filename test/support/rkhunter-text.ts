// Logs of rkhunter as it writes them.

export interface RkhunterLog {
  readonly start?: string
  readonly end?: string | null
  readonly command?: string
  readonly enabled?: string
  readonly disabled?: string
  /** What stands between the beginning of the checks and the summary. */
  readonly checks?: readonly string[]
  readonly summary?: readonly string[]
}

export const stamped = (lines: readonly string[]): string =>
  lines.map((line) => `[00:56:08] ${line}`.trimEnd()).join('\n')

/** A result as wide as the log has it. */
export const result = (text: string, word: string): string => `${text.padEnd(50)}[ ${word} ]`

export const totals = ({
  files = 2,
  suspect = 0,
  rootkits = 3,
  possible = 0,
}: {
  files?: number | string
  suspect?: number
  rootkits?: number | string
  possible?: number
} = {}): string[] => [
  'System checks summary',
  '=====================',
  '',
  'File properties checks...',
  `Files checked: ${files}`,
  `Suspect files: ${suspect}`,
  '',
  'Rootkit checks...',
  `Rootkits checked : ${rootkits}`,
  `Possible rootkits: ${possible}`,
  '',
  'Applications checks...',
  'All checks skipped',
  '',
  'The system checks took: 4 minutes and 21 seconds',
]

export const rkhunterLog = ({
  start = 'Sun Nov 15 00:56:08 UTC 2026',
  end = 'Sun Nov 15 01:00:30 UTC 2026',
  command = '/usr/bin/rkhunter --check --sk',
  enabled = 'all',
  disabled = 'suspscan hidden_ports hidden_procs deleted_files packet_cap_apps apps',
  checks = [result('  /usr/bin/who', 'OK'), result('  /usr/bin/w', 'OK')],
  summary = totals(),
}: RkhunterLog = {}): string => {
  const lines = [
    'Running Rootkit Hunter version 1.4.6 on db02',
    '',
    `Info: Start date is ${start}`,
    '',
    'Checking configuration file and command-line options...',
    `Info: Command line is ${command}`,
    `Info: Enabled tests are: ${enabled}`,
    `Info: Disabled tests are: ${disabled}`,
    '',
    'Starting system checks...',
    '',
    'Performing file properties checks',
    ...checks,
    '',
    ...summary,
    '',
    ...(end === null ? [] : [`Info: End date is ${end}`]),
  ]
  return `${stamped(lines)}\n`
}
