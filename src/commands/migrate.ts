import { engineAt } from '../database/connect.ts'
import { migrate as migrateDatabase, migrationFault } from '../database/migrate.ts'
import { UsageError } from '../errors.ts'
import { masked } from '../setting-values.ts'
import type { Command } from './command.ts'

export const migrate: Command = {
  name: 'migrate',
  operands: '',
  arity: 0,
  summary: 'Create or update the tables of the database.',
  help: 'Creates the tables and indexes that are missing, and says what it did. Safe to run twice.',
  settings: ['database'],
  async run({ config, terminal }) {
    const database = masked(config.database)
    const engine = engineAt(config.database)
    const applied = await migrateDatabase(engine).catch((error: unknown) => {
      const fault = migrationFault(error, engine, config.database)
      throw new UsageError(`cannot migrate ${database}: ${fault}`, 1)
    })
    for (const name of applied) terminal.stdout.write(`applied ${name}\n`)
    terminal.stdout.write(
      applied.length === 0 ? `${database} was up to date\n` : `${database} is up to date\n`,
    )
    return 0
  },
}
