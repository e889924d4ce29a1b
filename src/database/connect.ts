// From an address to its engine.
import { type Address, parseAddress } from '../address.ts'
import { UsageError } from '../errors.ts'
import type { Engine } from './engine.ts'
import { mariadbEngine } from './mariadb/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { RUNNING } from './servers/session.ts'
import { sqliteEngine } from './sqlite/engine.ts'

export const engineAt = (text: string): Engine => engineOf(addressIn(text))

export function addressIn(text: string): Address {
  const address = parseAddress(text)
  if (address === undefined) throw new UsageError('the database address cannot be read')
  return address
}

export function engineOf(address: Address): Engine {
  switch (address.engine) {
    case 'sqlite':
      return sqliteEngine(address.path)
    case 'postgres':
      return postgresEngine(address, RUNNING)
    case 'mariadb':
      return mariadbEngine(address, RUNNING)
  }
}
