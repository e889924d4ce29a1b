// From an address to its engine.
import { UsageError } from '../errors.ts'
import type { Engine } from './engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'

/** Address schemes, and what makes an engine of the rest of the address. */
const ENGINES: Readonly<Record<string, (rest: string) => Engine>> = {
  sqlite: (path) => sqliteEngine(path),
}

export function engineAt(address: string): Engine {
  const [scheme = '', ...rest] = address.split(':')
  const make = ENGINES[scheme]
  if (make === undefined || rest.join(':') === '') {
    throw new UsageError('the database address has the form sqlite:PATH')
  }
  return make(rest.join(':'))
}
