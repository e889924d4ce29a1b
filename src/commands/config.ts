import { settingsInForce, shownSetting } from '../settings/config.ts'
import type { Command } from './command.ts'

export const config: Command = {
  name: 'config',
  operands: '',
  summary: 'Show the settings in force.',
  help: 'Shows every setting, its value and where that comes from. User and password are masked.',
  async run({ flags, terminal }) {
    for (const { setting, text, from } of settingsInForce(flags, terminal.env)) {
      terminal.stdout.write(`${setting.env}=${shownSetting(setting, text)} (${from})\n`)
    }
    return 0
  },
}
