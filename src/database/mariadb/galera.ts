// Nodes of a Galera cluster: each has all data, and some have it later than others.
import type { Candidate } from '../servers/hosts.ts'
import { connectMariadb, type MariadbConnection } from './connection.ts'

/**
 * What is committed on another node is applied here a little later: whoever begins a snapshot waits for
 * that. A node that has lost the others would give old data to whoever takes dirty reads.
 */
const NOTHING_OLD = 'set session wsrep_sync_wait = 1, session wsrep_dirty_reads = 0'

interface Node extends MariadbConnection {
  readonly inCluster: boolean
}

/** A node that has lost the others accepts connections and refuses to read. */
export async function readyNode(
  ...args: Parameters<typeof connectMariadb>
): Promise<Candidate<Node>> {
  const connection = await connectMariadb(...args)
  try {
    const [isOn] = await connection.run(`show global variables like 'wsrep_on'`)
    if (isOn?.['Value'] !== 'ON')
      return { connection: { ...connection, inCluster: false }, preferred: true }
    const rows = await connection.run(
      `show status where variable_name in ('wsrep_ready', 'wsrep_local_state_comment')`,
    )
    const status = new Map(
      rows.map((row) => [String(row['Variable_name']).toLowerCase(), row['Value']]),
    )
    if (status.get('wsrep_ready') !== 'ON') throw new Error('this Galera node is not ready')
    await connection.run(NOTHING_OLD)
    // Another one lags, as one that is saved or gives its data to a new one: it may take no changes at all.
    const node = { ...connection, inCluster: true }
    return { connection: node, preferred: status.get('wsrep_local_state_comment') === 'Synced' }
  } catch (error) {
    connection.destroy()
    throw error
  }
}
