// What the person said on the command line of `import`. All that is wrong is told at once.
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { UsageError } from '../../errors.ts'
import type { Importer } from '../../importers/importer.ts'
import { unmarkedHead } from '../../importers/input/marks.ts'
import { EARLIEST, givenTimeOf } from '../../importers/report-time.ts'
import { serverNameOf } from '../../importers/server-name.ts'
import type { SeverityRules } from '../../importers/severities.ts'
import { severityRulesIn } from '../../importers/severity-file.ts'
import { isName, NAME_LENGTH } from '../../names.ts'
import type { Config } from '../../settings/config.ts'
import { timeZone } from '../../settings/values.ts'
import type { StoreOptions } from '../../store/options.ts'
import { epochSecondsOf } from '../../time.ts'
import type { OwnFlags } from '../command.ts'

export interface ImportOptions extends Omit<StoreOptions, 'fallback'> {
  /** The zone of times in the report that have none. */
  readonly reportZone: string
  /** Whether `--timezone` says so. */
  readonly isReportZoneSaid: boolean
  readonly severities: SeverityRules
  readonly mostBytes: number
  readonly dryRun: boolean
  readonly json: boolean
}

export const MOST_MEGABYTES = '2048'

/** `importer` is that of the tool, where the person has named one. */
export async function importOptionsOf(
  own: OwnFlags,
  config: Config,
  importer?: Importer,
): Promise<ImportOptions> {
  const wrong: string[] = []
  const text = (flag: string): string | null => {
    const value = own[flag]
    return typeof value === 'string' ? value : null
  }
  const complain = (flag: string, value: string, allowed: string) =>
    wrong.push(`--${flag} is ${JSON.stringify(value)}; allowed: ${allowed}`)

  const server = text('server')
  if (server !== null && !isName(server)) {
    complain('server', server, 'letters, digits, _ and -, such as web-01')
  }
  const serverType = text('server-type')
  if (serverType !== null && (serverType === '' || serverType.length > NAME_LENGTH)) {
    complain('server-type', serverType, 'a word such as web-server')
  }
  const reportZone = text('timezone') ?? config.timezone
  const knownZone = timeZone(reportZone)
  if (knownZone === undefined) {
    complain('timezone', reportZone, 'a time zone such as UTC or Europe/Berlin')
  }
  const date = text('date')
  // Also where the zone is wrong: whether it has the form of a date shows in any zone.
  const at = date === null ? null : givenDate(date, knownZone ?? config.timezone)
  if (at === undefined)
    complain('date', date ?? '', 'a time from 1990 on, such as 2026-03-01 12:00:00')
  const scope = [own['scope'] ?? []].flat().map(String)
  for (const folder of scope) {
    if (!folder.startsWith('/')) complain('scope', folder, 'a whole path such as /var/www')
  }
  if (scope.length > 0 && importer !== undefined && importer.about !== 'malware')
    wrong.push(`--scope is for scans for malware: leave it out with ${importer.tool}`)
  const most = text('max-size') ?? MOST_MEGABYTES
  if (!/^[1-9]\d{0,8}$/.test(most))
    complain('max-size', most, 'a whole number of megabytes, 1 or more')
  const severities = await severitiesIn(text('severities'), wrong)
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'))

  return {
    zone: config.timezone,
    reportZone,
    isReportZoneSaid: text('timezone') !== null,
    server,
    serverType,
    date: at ?? null,
    scope,
    thisMachine: serverNameOf(hostname()) ?? 'localhost',
    now: Math.floor(Date.now() / 1000),
    severities,
    mostBytes: Number(most) * 1e6,
    dryRun: own['dry-run'] === true,
    json: own['json'] === true,
  }
}

/** Undefined when it is no time of a scan. */
function givenDate(text: string, zone: string): number | undefined {
  const at = givenTimeOf(text, { at: (wallClock) => epochSecondsOf(wallClock, zone) })
  return at === null || at < EARLIEST ? undefined : at
}

/** What is wrong with the file goes to `wrong`. */
async function severitiesIn(path: string | null, wrong: string[]): Promise<SeverityRules> {
  if (path === null) return {}
  try {
    const bytes = unmarkedHead(await readFile(path))
    const rules = severityRulesIn(Buffer.from(bytes).toString())
    if (typeof rules !== 'string') return rules
    wrong.push(`--severities ${path}: ${rules}`)
  } catch (error) {
    wrong.push(`--severities ${path} cannot be read: ${(error as Error).message}`)
  }
  return {}
}
