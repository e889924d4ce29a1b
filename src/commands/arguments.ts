// What stands on the command line: which command, its operands, and its options.
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from '../errors.ts'
import type { Flags } from '../settings/config.ts'
import { SETTINGS } from '../settings/settings.ts'
import type { Command } from './command.ts'

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

/** The command that the first word names. Which options it has is known only then. */
export function commandIn(
  args: readonly string[],
  commands: readonly Command[],
): Command | undefined {
  const options = optionsOf(commands)
  const { positionals } = parseArgs({
    args: withNumbers(args, options),
    options,
    allowPositionals: true,
    strict: false,
  })
  return commands.find(({ name }) => name === positionals[0])
}

export function parsed(args: readonly string[], command: Command | undefined) {
  try {
    const options = optionsOf(command === undefined ? [] : [command])
    const { tokens, ...found } = parseArgs({
      args: withNumbers(args, options),
      options,
      allowPositionals: true,
      tokens: true,
    })
    const once = tokens.flatMap((it) =>
      it.kind === 'option' && !isRepeatable(options, it.name) ? [it.name] : [],
    )
    const twice = once.find((name, at) => once.indexOf(name) < at)
    if (twice !== undefined) throw new Error(`--${twice} can stand only once`)
    return found
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

/** A command may have a flag of its own that means something else than the setting of that name. */
export const settingFlags = (flags: object, { flags: own = {} }: Command): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([flag]) => !(flag in own)))

const isRepeatable = (options: ParseOptions, name: string): boolean =>
  options[name]?.multiple === true || options[name]?.type === 'boolean'

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
