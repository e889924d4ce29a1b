// From an address to what can be asked about the database behind it.
import { addressIn, engineOf } from '../connect.ts'
import type { Engine } from '../engine.ts'
import { mariadbInspector } from '../mariadb/inspect.ts'
import { postgresInspector } from '../postgres/inspect.ts'
import { sqliteInspector } from '../sqlite/inspect.ts'
import type { Inspector } from './inspection.ts'

export function inspectorAt(text: string): Inspector {
  const address = addressIn(text)
  switch (address.engine) {
    case 'sqlite':
      return sqliteInspector(address.path)
    case 'postgres':
      return postgresInspector
    case 'mariadb':
      return mariadbInspector
  }
}

/** Each host of an address alone; none where there is only one. */
export function hostsAt(text: string): { readonly host: string; readonly engine: Engine }[] {
  const address = addressIn(text)
  if (address.engine === 'sqlite' || address.hosts.length === 1) return []
  return address.hosts.map((host) => ({
    host: `${host.host}:${host.port}`,
    engine: engineOf({ ...address, hosts: [host] }),
  }))
}
