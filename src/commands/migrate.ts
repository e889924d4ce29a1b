import { masked } from '../address.ts'
import { engineAt } from '../database/connect.ts'
import { inspectorAt } from '../database/inspection/inspect.ts'
import {
  type Gone,
  goneSince,
  migrate as migrateDatabase,
  migrationFault,
} from '../database/schema/migrate.ts'
import { UsageError } from '../errors.ts'
import type { Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  operands: '',
  summary: 'Create or update the tables of the database.',
  help: 'Applies the migrations that have not run yet, and says which. Safe to run twice. What was dropped since is not made again: it is named, with the SQL that makes it again, empty, and the exit code is 1.',
  settings: ['database'],
  async run({ config, terminal }) {
    const database = masked(config.database)
    const engine = engineAt(config.database)
    const cannot = (why: string) => new UsageError(`cannot migrate ${database}: ${why}`, 1)
    const fail = (error: unknown) => {
      throw cannot(migrationFault(error, engine, config.database))
    }
    const applied = await migrateDatabase(engine).catch(fail)
    for (const name of applied) terminal.stdout.write(`applied ${name}\n`)
    const gone = await goneSince(engine, inspectorAt(config.database)).catch(fail)
    if (gone.length > 0) {
      terminal.stdout.write(
        gone
          .flatMap(({ fix }) => fix)
          .join('\n')
          .concat('\n'),
      )
      throw cannot(whyGone(gone))
    }
    terminal.stdout.write(
      applied.length === 0 ? `${database} was up to date\n` : `${database} is up to date\n`,
    )
    return 0
  },
}

const whyGone = (gone: readonly Gone[]): string =>
  `an earlier migration made what is gone now: ${gone.map(({ table, reason }) => `${table} (${reason})`).join(', ')}. Bring it back from a backup, or make it again, empty, with the SQL that was printed.`
