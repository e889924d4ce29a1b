// What every command has.
import type { Config, Environment, Flags } from '../settings/config.ts'
import type { SETTINGS } from '../settings/settings.ts'

export interface Terminal {
  readonly env: Environment
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  /** Where SIGTERM and SIGINT come from. */
  readonly signals: NodeJS.EventEmitter
}

interface Invocation {
  readonly config: Config
  /** The settings that were given as flags. */
  readonly flags: Flags
  /** The flags that this command alone has. */
  readonly own: OwnFlags
  readonly operands: readonly string[]
  readonly terminal: Terminal
}

interface OwnFlag {
  readonly type: 'boolean' | 'string'
  /** It may be given several times. */
  readonly multiple?: true
  /** What the help shows for the value of a string. */
  readonly value?: string
  readonly help: string
}

export type OwnFlags = Readonly<
  Record<string, string | boolean | readonly (string | boolean)[] | undefined>
>

export interface Command {
  readonly name: string
  /** The operands, as the usage line shows them: as many as it has words, or more where it ends in dots. */
  readonly operands: string
  readonly summary: string
  readonly help: string
  /** Flags beside the settings, by name; other commands do not know them. */
  readonly flags?: Readonly<Record<string, OwnFlag>>
  /** The settings that it goes by, for its help: all, unless it says so. */
  readonly settings?: readonly (keyof typeof SETTINGS)[]
  /** Those of them that it takes as flags alone: their variables are not looked at. */
  readonly byFlagOnly?: readonly (keyof typeof SETTINGS)[]
  /** Resolves to the exit code. */
  run(invocation: Invocation): Promise<number>
}
