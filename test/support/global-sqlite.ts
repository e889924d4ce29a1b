// Runs once before all tests: a file needs no server.
import { runtimeFault } from '../../src/runtime.ts'

export default function setup(): void {
  const fault = runtimeFault(process.version, import.meta.url)
  if (fault !== null) throw new Error(fault)
}
