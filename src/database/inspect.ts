// From an address to what can be asked about the database behind it.
import { parseAddress, type ServerAddress } from '../address.ts'
import { UsageError } from '../errors.ts'
import type { Engine } from './engine.ts'
import type { Inspector } from './inspection.ts'
import { mariadbEngine } from './mariadb/engine.ts'
import { mariadbInspector } from './mariadb/inspect.ts'
import { postgresEngine } from './postgres/engine.ts'
import { postgresInspector } from './postgres/inspect.ts'
import { sqliteInspector } from './sqlite/inspect.ts'

export function inspectorAt(text: string): Inspector {
  const address = parseAddress(text)
  switch (address?.engine) {
    case 'sqlite':
      return sqliteInspector(address.path)
    case 'postgres':
      return postgresInspector
    case 'mariadb':
      return mariadbInspector
    default:
      throw new UsageError('the database address cannot be read')
  }
}

/** Each host of an address alone; none where there is only one. */
export function hostsAt(text: string): { readonly host: string; readonly engine: Engine }[] {
  const address = parseAddress(text)
  if (address === undefined || address.engine === 'sqlite' || address.hosts.length === 1) return []
  return address.hosts.map((host) => ({
    host: `${host.host}:${host.port}`,
    engine: alone({ ...address, hosts: [host] }),
  }))
}

const alone = (address: ServerAddress): Engine =>
  address.engine === 'postgres' ? postgresEngine(address) : mariadbEngine(address)
