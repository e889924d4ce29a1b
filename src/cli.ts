#!/usr/bin/env node
// Entry: one command, its output, its exit code.
import { main } from './commands/main.ts'
import { assertRuntime } from './runtime.ts'

assertRuntime(process.version, import.meta.filename)
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
})
