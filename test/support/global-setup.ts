// Runs once before all tests.
import { assertRuntime } from '../../src/runtime.ts'

export default function setup(): void {
  assertRuntime(process.version, import.meta.filename)
}
