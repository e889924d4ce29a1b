// Runs once before all tests: a file needs no server.
import { assertRuntime } from '../../src/runtime.ts'

export default function setup(): void {
  assertRuntime(process.version, import.meta.filename)
}
