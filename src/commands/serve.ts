import type { Command } from './command.ts'
import { runService } from './service.ts'
import { stopSignal } from './stop-signal.ts'

export const serve: Command = {
  name: 'serve',
  operands: '',
  summary: 'Run the service.',
  help: `Runs the service until SIGTERM or SIGINT. It opens the database for reading only and never
creates it: run secdash migrate first. It starts without a database, too, logs why it has none,
answers 500 meanwhile, and finds the database by itself when it is there.`,
  async run({ config, terminal }) {
    const service = await runService(config, terminal.stdout)
    // Not waited for: it serves whatever comes of it.
    void service.lookAtDatabase()
    await stopSignal(terminal.signals).given
    await service.stop()
    return 0
  },
}
