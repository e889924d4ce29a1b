// What a command is given, held against what it takes. Settings are those of the program: each command
// heeds its own, and takes the others without a word, as it does in the environment.

import { masked } from '../address.ts'
import { UsageError } from '../errors.ts'
import type { Command } from './command.ts'

export function assertUsage(command: Command, operands: readonly string[]): void {
  const usage = `usage: secdash ${command.name} ${command.operands}`.trimEnd()
  const least = command.operands.split(' ').filter(Boolean).length
  if (operands.length < least) throw new UsageError(usage)
  const surplus = command.operands.endsWith('...') ? undefined : operands[least]
  // It may be the address of a database, in the place of a flag.
  if (surplus !== undefined) {
    throw new UsageError(`${JSON.stringify(masked(surplus))} is one word too many; ${usage}`)
  }
}
