// The list of commands: runs the one that is named, and maps errors to one line and an exit code.
import { masked, maskedIn } from '../address.ts'
import { UsageError } from '../errors.ts'
import { version } from '../project.ts'
import { configOf, type Environment } from '../settings/config.ts'
import { SETTINGS } from '../settings/settings.ts'
import { commandIn, parsed, settingFlags } from './arguments.ts'
import { check } from './check.ts'
import type { Command, OwnFlags, Terminal } from './command.ts'
import { config } from './config.ts'
import { demo } from './demo.ts'
import { get } from './get.ts'
import { commandHelp, generalHelp } from './help.ts'
import { importReports } from './import/import.ts'
import { migrate } from './migrate.ts'
import { resolve } from './resolve.ts'
import { serve } from './serve.ts'
import { assertUsage } from './usage.ts'

/** In the order in which a newcomer meets them. */
export const COMMANDS: readonly Command[] = [
  demo,
  migrate,
  importReports,
  resolve,
  check,
  serve,
  get,
  config,
]

export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const lines = maskedIn(error.message).split('\n')
    for (const line of lines) terminal.stderr.write(`secdash: ${line}\n`)
    return error.exitCode
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = commandIn(args, COMMANDS)
  const { values, positionals } = parsed(args, command)
  const { help, version: wantsVersion, ...flags } = values
  const [name, ...operands] = positionals
  if (wantsVersion) {
    terminal.stdout.write(`secdash ${version}\n`)
    return 0
  }
  if (name === undefined) {
    const output = help ? terminal.stdout : terminal.stderr
    output.write(generalHelp(COMMANDS))
    return help ? 0 : 2
  }
  if (name === 'help') {
    terminal.stdout.write(generalHelp(COMMANDS))
    return 0
  }
  if (command === undefined) {
    throw new UsageError(`there is no command ${JSON.stringify(masked(name))}; see secdash --help`)
  }
  if (help) {
    terminal.stdout.write(commandHelp(command))
    return 0
  }
  assertUsage(command, operands)
  const texts = settingFlags(flags, command)
  return command.run({
    config: configOf(texts, variablesOf(command, terminal.env)),
    flags: texts,
    own: flags as OwnFlags,
    operands,
    terminal,
  })
}

/** The variables that the command looks at. */
const variablesOf = ({ byFlagOnly = [] }: Command, env: Environment): Environment => ({
  ...env,
  ...Object.fromEntries(byFlagOnly.map((setting) => [SETTINGS[setting].env, undefined])),
})

/** Whether these arguments start a service, whose output is a log. */
export function startsService(args: readonly string[]): boolean {
  const command = commandIn(args, COMMANDS)
  return command === serve || command === demo
}
