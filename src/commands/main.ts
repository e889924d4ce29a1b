// Parses the arguments, runs one command, and maps errors to one line and an exit code.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { masked, maskedIn } from '../address.ts'
import { UsageError } from '../errors.ts'
import { version } from '../project.ts'
import { configOf, type Environment, type Flags } from '../settings/config.ts'
import { SETTINGS } from '../settings/settings.ts'
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

const GENERAL = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  ...Object.fromEntries(
    Object.values(SETTINGS).map(({ flag }) => [flag, { type: 'string' } as const]),
  ),
} as const

/** The options of these commands, their own ones included. */
const optionsOf = (commands: readonly Command[]) => ({
  ...GENERAL,
  ...Object.fromEntries(
    commands.flatMap(({ flags = {} }) =>
      Object.entries(flags).map(
        ([flag, { type, multiple = false }]) => [flag, { type, multiple }] as const,
      ),
    ),
  ),
})

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
  const command = commandIn(args)
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

/** A command may have a flag of its own that means something else than the setting of that name. */
const settingFlags = (flags: object, { flags: own = {} }: Command): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([flag]) => !(flag in own)))

/** The variables that the command looks at. */
const variablesOf = ({ byFlagOnly = [] }: Command, env: Environment): Environment => ({
  ...env,
  ...Object.fromEntries(byFlagOnly.map((setting) => [SETTINGS[setting].env, undefined])),
})

/** Whether these arguments start a service, whose output is a log. */
export function startsService(args: readonly string[]): boolean {
  const command = commandIn(args)
  return command === serve || command === demo
}

/** The command that the first word names. Which options it has is known only then. */
function commandIn(args: readonly string[]): Command | undefined {
  const options = optionsOf(COMMANDS)
  const { positionals } = parseArgs({
    args: withNumbers(args, options),
    options,
    allowPositionals: true,
    strict: false,
  })
  return COMMANDS.find(({ name }) => name === positionals[0])
}

type ParseOptions = NonNullable<ParseArgsConfig['options']>

/** `--port -1` as `--port=-1`: a number below 0 is a wrong value, and no option. */
function withNumbers(args: readonly string[], options: ParseOptions): string[] {
  const joined: string[] = []
  let flag: string | undefined
  let areOperands = false
  for (const arg of args) {
    areOperands ||= arg === '--'
    if (flag !== undefined && /^-\d/.test(arg)) joined[joined.length - 1] = `${flag}=${arg}`
    else joined.push(arg)
    const isFlag = !areOperands && arg.startsWith('--')
    flag = isFlag && options[arg.slice(2)]?.type === 'string' ? arg : undefined
  }
  return joined
}

function parsed(args: readonly string[], command: Command | undefined) {
  try {
    const options = optionsOf(command === undefined ? [] : [command])
    return parseArgs({ args: withNumbers(args, options), options, allowPositionals: true })
  } catch (error) {
    // Its first sentence says what is wrong; the rest is advice about how to quote.
    const [sentence] = (error as Error).message.split(/\.\s|\n/)
    const help = command === undefined ? '--help' : `${command.name} --help`
    const told = sentence?.replace(
      /'(\S+)' argument is ambiguous$/,
      "'$1' is followed by what looks like an option; where it is its value, write $1=VALUE",
    )
    throw new UsageError(`${told}; see secdash ${help}`)
  }
}
