#!/usr/bin/env node
// Entry: one command, its output, its exit code.
import { assertRuntime } from './runtime.ts'

assertRuntime(process.version, import.meta.filename)
// Only now: an older Node lacks modules that it imports, and would tell of those instead.
const { main } = await import('./commands/main.ts')
let isLost = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output may have gone: that is no fault of the command.
  if (error.code === 'EPIPE' || isLost) return
  // A service goes on without its log, until the disk has room again.
  isLost = true
  process.exitCode = 1
  process.stderr.write(`secdash: some of the output could not be written: ${error.message}\n`)
})
const code = await main(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
})
process.exitCode = code === 0 && isLost ? 1 : code
