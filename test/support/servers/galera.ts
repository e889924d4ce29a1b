// Three MariaDB nodes that form a Galera cluster on loopback.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { BINARY_LOG, initMariadb, mariadbServer } from './mariadb.ts'
import { freePort } from './ports.ts'
import type { DatabaseServer } from './server.ts'

const PROVIDER = '/usr/lib/galera/libgalera_smm.so'
const JOIN_MS = 60_000

export const hasGalera = (): boolean => existsSync(PROVIDER)

export interface GaleraNode extends DatabaseServer {
  /** Starts it as a member and waits until it has all the data. */
  join(): Promise<void>
  /** Runs a statement on this node alone. */
  query(statement: string): Promise<RowDataPacket[]>
}

export interface GaleraCluster {
  readonly nodes: readonly [GaleraNode, GaleraNode, GaleraNode]
  /** An address that names all three nodes. */
  url(database: string): string
  /** How many members one of them knows of. */
  size(of: 0 | 1 | 2): Promise<number>
  /** One that has lost the others serves again, as an operator would have it do. */
  goOnAlone(node: 0 | 1 | 2): Promise<void>
  destroy(): Promise<void>
}

interface Ports {
  readonly group: number
  readonly transfer: number
  readonly copy: number
}

export async function galeraCluster(): Promise<GaleraCluster> {
  const folder = initMariadb()
  const ports = [await portsOfNode(), await portsOfNode(), await portsOfNode()] as const
  const members = ports.map(({ group }) => `127.0.0.1:${group}`).join()

  // The first node makes the cluster once; the others begin as copies and need only what changed.
  const maker = await mariadbServer(folder, [...settings(ports[0], members), '--wsrep-new-cluster'])
  await maker.start()
  await synced(maker)
  await maker.stop('SIGTERM')
  const folders = [folder, copyOf(folder), copyOf(folder)] as const

  const first = await node(folders[0], [...settings(ports[0], members), '--wsrep-new-cluster'])
  const others = [
    await node(folders[1], settings(ports[1], members)),
    await node(folders[2], settings(ports[2], members)),
  ] as const
  try {
    await first.join()
    await Promise.all(others.map((it) => it.join()))
  } catch (error) {
    await Promise.allSettled([first, ...others].map((it) => it.destroy()))
    throw error
  }
  // From now on the first may come back as a member, too.
  const rejoining = await node(folders[0], settings(ports[0], members), first.port)
  const nodes = [{ ...first, start: rejoining.start }, ...others] as const
  return {
    nodes,
    url: (database) =>
      `mysql://root@${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    async size(of) {
      const [status] = await nodes[of].query(`show status like 'wsrep_cluster_size'`)
      return Number((status as { Value: string } | undefined)?.Value)
    },
    async goOnAlone(node) {
      // Where each option of the provider is a variable, as in Debian 13, the list of them is fixed.
      const own = await nodes[node].query(`show variables like 'wsrep_provider_pc_bootstrap'`)
      const now = own.length > 0 ? '_pc_bootstrap = on' : `_options = 'pc.bootstrap=1'`
      await nodes[node].query(`set global wsrep_provider${now}`)
    },
    async destroy() {
      for (const it of nodes) await it.destroy()
    },
  }
}

const portsOfNode = async (): Promise<Ports> => ({
  group: await freePort(),
  transfer: await freePort(),
  copy: await freePort(),
})

function copyOf(folder: string): string {
  const copy = initMariadb()
  rmSync(copy, { recursive: true })
  execFileSync('cp', ['-a', folder, copy])
  for (const own of ['galera.cache', 'gvwstate.dat', 'err.log'])
    rmSync(join(copy, own), { force: true })
  return copy
}

const settings = ({ group, transfer, copy }: Ports, members: string): string[] => [
  '--binlog-format=ROW',
  // Also with a log, none of them tells of what the others have written.
  ...BINARY_LOG,
  '--innodb-autoinc-lock-mode=2',
  '--wsrep-on=ON',
  `--wsrep-provider=${PROVIDER}`,
  `--wsrep-cluster-address=gcomm://${members}`,
  `--wsrep-node-address=127.0.0.1:${group}`,
  `--wsrep-provider-options=${[
    `gmcast.listen_addr=tcp://127.0.0.1:${group}`,
    `ist.recv_addr=127.0.0.1:${transfer}`,
    'gcache.size=16M',
    'pc.recovery=false',
    'evs.keepalive_period=PT0.5S',
    'evs.suspect_timeout=PT2S',
    'evs.inactive_timeout=PT5S',
  ].join(';')}`,
  '--wsrep-sst-method=rsync',
  `--wsrep-sst-receive-address=127.0.0.1:${copy}`,
]

async function node(
  folder: string,
  options: readonly string[],
  port?: number,
): Promise<GaleraNode> {
  const server = await mariadbServer(folder, options, port)
  return {
    ...server,
    async join() {
      await server.start()
      await synced(server)
    },
    query: (statement) => query(server, statement),
  }
}

async function query(server: DatabaseServer, statement: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ host: '127.0.0.1', port: server.port, user: 'root' })
  try {
    const [rows] = await connection.query<RowDataPacket[]>(statement)
    return rows
  } finally {
    connection.destroy()
  }
}

async function synced(server: DatabaseServer): Promise<void> {
  const giveUp = performance.now() + JOIN_MS
  while (performance.now() < giveUp) {
    const rows = await query(server, `show status like 'wsrep_local_state_comment'`).catch(() => [])
    if (rows[0]?.['Value'] === 'Synced') return
    await sleep(50)
  }
  throw new Error(`the node on port ${server.port} has not joined within ${JOIN_MS / 1000} s`)
}
