// Scanner reports in: the command that writes, beside `resolve`, `migrate` and `demo`.
import { maskedIn } from '../../address.ts'
import { counted } from '../../counted.ts'
import { engineAt } from '../../database/connect.ts'
import { UsageError } from '../../errors.ts'
import { filesNamed, type Named } from '../../importers/input/files.ts'
import { IMPORTERS, importerOf } from '../../importers/registry.ts'
import { visible } from '../../visible.ts'
import type { Command } from '../command.ts'
import { table } from '../help.ts'
import { waitingAt } from '../waiting.ts'
import { type FileOutcome, importNamed } from './import-file.ts'
import { importOptionsOf, MOST_MEGABYTES } from './import-options.ts'
import { importLines } from './import-summary.ts'
import { filesBeforeOlder, resolvesNow } from './read-again.ts'

const TOOLS = table(IMPORTERS.map(({ tool, reads }) => [tool, reads]))

export const importReports: Command = {
  name: 'import',
  operands: 'TOOL FILE...',
  summary: 'Store the reports of scanners.',
  help: `Reads what scanners wrote and stores it: a file whole, or not at all. FILE may be a folder, and - is
standard input. The same file twice changes nothing; a log that has grown adds its new runs.
With auto as TOOL the content decides. In a folder, files that are no report are passed over. The exit
code is 0 when all was stored, 1 when a file was refused or none was a report, 2 when the command was
wrong.

Tools:
${TOOLS}`,
  settings: ['database'],
  flags: {
    server: { type: 'string', value: 'NAME', help: 'The server, whatever the report says.' },
    'server-type': { type: 'string', value: 'TYPE', help: 'The type of the server.' },
    date: {
      type: 'string',
      value: 'TIME',
      help: 'When the scan began: 2026-03-01, 2026-03-01 12:00:00, with +01:00 or Z behind it if you like.',
    },
    timezone: {
      type: 'string',
      value: 'ZONE',
      help: 'The time zone of times in the report that have none [default: TIMEZONE].',
    },
    scope: {
      type: 'string',
      multiple: true,
      value: 'FOLDER',
      help: 'A folder that the scan covered: what was found in it before, and is not found now, is resolved. May be repeated.',
    },
    severities: { type: 'string', value: 'FILE', help: 'A JSON file with severities of your own.' },
    'max-size': {
      type: 'string',
      value: 'MB',
      help: `The largest file to read [default: ${MOST_MEGABYTES}].`,
    },
    'dry-run': {
      type: 'boolean',
      help: 'Say what each file by itself would store, and store nothing. Takes an account that may write.',
    },
    json: { type: 'boolean', help: 'Print the outcome as JSON.' },
  },
  async run({ config, own, operands: [tool = '', ...names], terminal }) {
    const importer = importerOf(tool)
    if (tool !== 'auto' && importer === undefined) {
      const tools = IMPORTERS.map((it) => it.tool).join(', ')
      throw new UsageError(`there is no importer ${JSON.stringify(tool)}; allowed: auto, ${tools}`)
    }
    const options = await importOptionsOf(own, config, importer)
    const engine = engineAt(config.database)
    const patience = waitingAt(terminal)
    const outcomes: FileOutcome[] = []
    const read: Named[] = []
    const importing = { tool, engine, options, terminal, patience }
    const tell = (outcome: FileOutcome) => {
      outcomes.push(outcome)
      if (!options.json) terminal.stdout.write(importLines(outcome, options.dryRun))
    }
    try {
      for await (const named of filesNamed(names)) {
        read.push(named)
        tell(await importNamed(named, importing))
      }
      for (const index of options.dryRun ? [] : filesBeforeOlder(outcomes)) {
        const named = read[index]
        if (named?.kind !== 'file') continue
        const again = await importNamed(named, importing)
        if (resolvesNow(again) || again.refused !== null) tell(again)
      }
    } finally {
      // Also when the database is gone by now: what was stored until then is stored.
      if (options.json) terminal.stdout.write(`${JSON.stringify(outcomes, null, 2)}\n`)
    }
    if (outcomes.length === 0) {
      throw new UsageError(`there is no file in ${names.join(', ')}`, 1)
    }
    if (outcomes.every(({ ignored }) => ignored !== null)) {
      const whose = tool === 'auto' ? 'a report that is known here' : `a report of ${tool}`
      throw new UsageError(`no file in ${names.join(', ')} is ${whose}`, 1)
    }
    const refused = outcomes.filter((it) => it.refused !== null).map(({ file }) => file)
    if (refused.length === 0) return 0
    // Why stands with each of them, in what may be much, and may have been sent to nowhere.
    terminal.stderr.write(`secdash: ${refusedOf(outcomes.length, refused)}\n`)
    return 1
  },
}

const MOST_NAMED = 20

function refusedOf(all: number, refused: readonly string[]): string {
  const names = refused.slice(0, MOST_NAMED).map((it) => visible(maskedIn(it)))
  const more = refused.length > MOST_NAMED ? ', …' : ''
  return `${refused.length} of ${counted(all, 'file')} refused: ${names.join(', ')}${more}`
}
