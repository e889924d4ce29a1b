// From an address to its engine.
import { parseAddress } from '../address.ts'
import { UsageError } from '../errors.ts'
import type { Engine } from './engine.ts'
import { mariadbEngine } from './mariadb/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'

export function engineAt(text: string): Engine {
  const address = parseAddress(text)
  switch (address?.engine) {
    case 'sqlite':
      return sqliteEngine(address.path)
    case 'postgres':
      return postgresEngine(address)
    case 'mariadb':
      return mariadbEngine(address)
    default:
      throw new UsageError('the database address cannot be read')
  }
}
