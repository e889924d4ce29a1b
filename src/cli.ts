#!/usr/bin/env node
// Entry: one command, its output, its exit code.
import { assertRuntime } from './runtime.ts'

assertRuntime(process.version, import.meta.filename)
// Only now: an older Node lacks modules that it imports, and would tell of those instead.
const { main } = await import('./commands/main.ts')
// Whoever read the output may have gone: that is no fault of the command.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
})
