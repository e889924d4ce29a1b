import { masked } from '../address.ts'
import { checkDatabase } from '../check/check.ts'
import { isWell, printed } from '../check/print.ts'
import type { Command } from './command.ts'

export const check: Command = {
  name: 'check',
  operands: '',
  summary: 'Say what is wrong with the database, and how to mend it.',
  help: `Connects as the service would, for reading only, and looks at the tables, columns, types, rights,
indexes, clocks and values. Then it asks every question of the API, each of which must be answered
within --deadline. Each problem comes with a fix. It changes nothing. The exit code is 0
when there is no problem, else 1; advice does not count.`,
  settings: ['database', 'timezone', 'deadlineMs'],
  flags: {
    json: { type: 'boolean', help: 'Print a JSON array of { level, code, where, problem, fix }.' },
  },
  async run({ config, own, terminal }) {
    const report = await checkDatabase({
      database: config.database,
      where: masked(config.database),
      timezone: config.timezone,
      deadlineMs: config.deadlineMs,
      clock: Date.now,
    })
    terminal.stdout.write(
      own['json'] ? `${JSON.stringify(report.remarks, null, 2)}\n` : printed(report),
    )
    return isWell(report) ? 0 : 1
  },
}
