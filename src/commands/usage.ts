// What a command is given, held against what it takes. What it does not take is refused: without
// an effect it would only seem to count.
import { UsageError } from '../errors.ts'
import { masked } from '../setting-values.ts'
import { SETTINGS } from '../settings.ts'
import type { Command } from './command.ts'
import { settingsOf } from './help.ts'

export interface Given {
  readonly operands: readonly string[]
  /** By name, with what they were given. */
  readonly flags: object
}

export function assertUsage(command: Command, given: Given, all: readonly Command[]): void {
  const usage = `usage: secdash ${command.name} ${command.operands}`.trimEnd()
  const { least, most } = boundsOf(command.arity)
  if (given.operands.length < least) throw new UsageError(usage)
  const surplus = given.operands[most]
  // It may be the address of a database, in the place of a flag.
  if (surplus !== undefined) {
    throw new UsageError(`${JSON.stringify(masked(surplus))} is one word too many; ${usage}`)
  }
  const foreign = Object.keys(given.flags).filter((flag) => !takes(command, flag))
  if (foreign.length > 0) {
    throw new UsageError(foreign.map((flag) => foreignLine(flag, command, all)).join('\n'))
  }
}

const boundsOf = (arity: Command['arity']) =>
  typeof arity === 'number'
    ? { least: arity, most: arity }
    : { least: arity.atLeast, most: Number.POSITIVE_INFINITY }

/** By flag alone: variables are shared by all commands, and each heeds its own. */
const takes = (command: Command, flag: string): boolean =>
  flag in (command.flags ?? {}) ||
  settingsOf(command).some((setting) => SETTINGS[setting].flag === flag)

function foreignLine(flag: string, { name }: Command, all: readonly Command[]): string {
  const owners = all.filter((it) => takes(it, flag)).map((it) => it.name)
  return `${name} has no option --${flag}, only these commands have it: ${owners.join(', ')}; see secdash ${name} --help`
}
