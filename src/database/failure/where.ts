import type { Address } from '../../address.ts'

/** Where a database is, for whoever runs it: its address without user, password and the like. */
export function whereOf(address: Address): string {
  if (address.engine === 'sqlite') return `sqlite:${address.path}`
  const { engine, hosts, socket } = address
  const database = encodeURIComponent(address.database)
  if (socket !== undefined) return `${engine}:///${database}?socket=${socket}`
  const places = hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`)
  return `${engine}://${places.join(',')}/${database}`
}
