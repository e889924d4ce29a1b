// The command line without a process: arguments in, exit code and output back.
import { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { Terminal } from '../../src/commands/command.ts'
import { main } from '../../src/commands/main.ts'
import { capturedOutput } from './listening.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export async function secdash(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | Uint8Array = '',
) {
  return (await started(args, env, input)).ended
}

/** For a command that runs until a signal: `ended` is not awaited here. */
export async function started(
  args: readonly string[],
  env: Record<string, string> = {},
  input: string | Uint8Array = '',
) {
  const [stdout, stderr] = [capturedOutput(), capturedOutput()]
  const signals = new EventEmitter()
  const terminal: Terminal = {
    env,
    stdin: Readable.from([Buffer.from(input)]),
    stdout: stdout.stream,
    stderr: stderr.stream,
    signals,
  }
  const ended = main(args, terminal).then(
    async (code): Promise<Ran> => ({
      code,
      stdout: await stdout.text(),
      stderr: await stderr.text(),
    }),
  )
  return { signals, stdout, ended }
}
