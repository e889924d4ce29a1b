// Entry: one command, its output, its exit code.
import { runtimeFault } from './runtime.ts'

// The URL: an old Node knows no import.meta.filename.
const fault = runtimeFault(process.version, import.meta.url)
if (fault !== null) {
  process.stderr.write(`secdash: ${fault}\n`)
  process.exit(1)
}
// Only now: an older Node lacks modules that it imports, and would tell of those instead.
const { main, startsService } = await import('./commands/main.ts')
const args = process.argv.slice(2)
const isService = startsService(args)
let isLost = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever read the output may have gone: that is no fault of the command.
  if (error.code === 'EPIPE' || isLost) return
  // A service goes on without its log, until the disk has room again.
  isLost = true
  process.stderr.write(`secdash: some of the output could not be written: ${error.message}\n`)
})
// It may be on the same disk.
process.stderr.on('error', () => {})
process.on('exit', () => {
  if (isLost && !isService) process.exitCode ||= 1
})
process.exitCode = await main(args, {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signals: process,
})
// Nobody may be reading the log: what is left of it is not waited for without end.
if (isService) setTimeout(() => process.exit(), 1_000).unref()
