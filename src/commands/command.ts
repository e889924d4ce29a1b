// What every command has.
import type { Config, Environment, Flags } from '../config.ts'

export interface Terminal {
  readonly env: Environment
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  /** Where SIGTERM and SIGINT come from. */
  readonly signals: NodeJS.EventEmitter
}

export interface Invocation {
  readonly config: Config
  readonly flags: Flags
  readonly operands: readonly string[]
  readonly terminal: Terminal
}

export interface Command {
  readonly name: string
  /** The operands, as the usage line shows them. */
  readonly operands: string
  readonly summary: string
  readonly help: string
  /** How many operands it takes. */
  readonly arity: number
  /** Resolves to the exit code. */
  run(invocation: Invocation): Promise<number>
}
