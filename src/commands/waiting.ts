// While another program writes, an import waits. On a terminal it says so; cron would send mail.
import { PATIENCE, type Patience } from '../store/writing/turn.ts'
import type { Terminal } from './command.ts'

export const waitingAt = ({ stderr }: Terminal): Patience => ({
  ...PATIENCE,
  onWait() {
    if (stderr.isTTY) stderr.write('secdash: another program writes to the database; waiting\n')
  },
})
