#!/usr/bin/env node
// Entry: one command, its output, its exit code.
import { assertRuntime } from './runtime.ts'

assertRuntime(process.version, import.meta.filename)
// Only now: an older Node lacks modules that it imports, and would tell of those instead.
const { main } = await import('./commands/main.ts')
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
})
