// A Galera cluster of three: any node serves, and one that is lost or alone is left for another.
import { CompiledQuery } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { enginesToTest } from '../support/engines.ts'
import { ask } from '../support/faults/load.ts'
import { type ServiceProcess, startService } from '../support/faults/service-process.ts'
import { type GaleraCluster, galeraCluster, hasGalera } from '../support/servers/galera.ts'
import { isMysql } from '../support/servers/mariadb.ts'

if (!hasGalera() && process.env['CI']) throw new Error('Galera is not installed')
const available = hasGalera() && !isMysql && enginesToTest().includes('mariadb')
if (!available) {
  const reason = isMysql ? 'MySQL has no Galera' : 'Galera is not installed'
  console.warn(`\n*** ${reason}: its tests are SKIPPED ***\n`)
}

describe.runIf(available)('three nodes', { timeout: 120_000 }, () => {
  let cluster: GaleraCluster
  let service: ServiceProcess

  beforeAll(async () => {
    cluster = await galeraCluster()
    await cluster.nodes[0].query('create database secdash')
    await migrate(engineAt(cluster.url('secdash')))
    service = await startService(cluster.url('secdash'))
  }, 180_000)
  afterAll(async () => {
    await service.stop()
    await cluster.destroy()
  })

  /** The ports of the nodes that new sessions of the service read from. */
  async function portsRead(times: number): Promise<Set<number>> {
    const ports = new Set<number>()
    for (let i = 0; i < times; i += 1) {
      const session = await engineAt(cluster.url('secdash')).openSession()
      const { rows } = await session.db.executeQuery<{ port: number }>(
        CompiledQuery.raw('select @@port as port'),
      )
      await session.close()
      ports.add(Number(rows[0]?.port))
    }
    return ports
  }

  /** A node takes no changes from the others until it may go on. */
  async function heldBack(at: 0 | 1 | 2) {
    const { port } = cluster.nodes[at]
    const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' })
    await connection.query('set global wsrep_desync = on')
    await connection.query('flush tables with read lock')
    return {
      async resume() {
        await connection.query('unlock tables')
        await connection.query('set global wsrep_desync = off')
        connection.destroy()
        const state = async () =>
          (await cluster.nodes[at].query(`show status like 'wsrep_local_state_comment'`))[0]
        await expect.poll(state, { timeout: 20_000 }).toMatchObject({ Value: 'Synced' })
      },
    }
  }

  const good = () =>
    expect
      .poll(async () => (await ask(service.address, '/api/malware.php')).status, {
        timeout: 20_000,
      })
      .toBe(200)
  const portsOf = (...at: number[]) => new Set(at.map((i) => cluster.nodes[i]?.port))

  it('tell of no change, though they have a binary log: one applies what others have written', async () => {
    const [{ port }] = cluster.nodes
    const engine = engineAt(`mysql://root@127.0.0.1:${port}/secdash`)
    const session = await engine.openSession()
    expect(await session.origin(['posture_scores'])).toBeNull()
    await session.close()
    const watch = await engine.openWatch?.('')
    expect(await watch?.read()).toBeNull()
    watch?.close()
  })

  it('all serve', async () => {
    expect(await portsRead(40)).toEqual(portsOf(0, 1, 2))
    await good()
  })

  it('one that is behind, as during a backup, is read from only while no other answers', async () => {
    const { resume } = await heldBack(1)
    try {
      expect(await portsRead(30)).toEqual(portsOf(0, 2))
      await cluster.nodes[0].query(`insert into secdash.malware_scans (scan_type, scan_date, status)
        values ('clamav', utc_timestamp(), 'clean')`)
      for (let i = 0; i < 10; i++) {
        const { body } = await ask(service.address, '/api/malware.php')
        expect(body).toMatchObject({ latest_scans: [{ scan_type: 'clamav' }] })
      }
    } finally {
      await resume()
    }
  })

  it('one that is behind answers when it has what was committed before', async () => {
    const session = await engineAt(cluster.nodes[1].url('secdash')).openSession()
    const run = (text: string) => session.db.executeQuery(CompiledQuery.raw(text))
    const { resume } = await heldBack(1)
    await cluster.nodes[0].query('update secdash.malware_scans set files_scanned = 17')
    const asked = run('start transaction read only').then(() =>
      run('select files_scanned from malware_scans'),
    )
    await resume()
    expect((await asked).rows).toEqual([{ files_scanned: 17 }])
    await session.close()
  })

  it('reads what is committed, whatever a node has set for everybody', async () => {
    const names = ['wsrep_dirty_reads', 'wsrep_sync_wait']
    await cluster.nodes[1].query('set global wsrep_dirty_reads = on')
    const session = await engineAt(cluster.nodes[1].url('secdash')).openSession()
    const asked = names.map((it) => `@@${it} + 0 as ${it}`).join()
    const { rows } = await session.db.executeQuery(CompiledQuery.raw(`select ${asked}`))
    await session.close()
    await cluster.nodes[1].query('set global wsrep_dirty_reads = off')
    expect(rows).toEqual([{ wsrep_dirty_reads: 0, wsrep_sync_wait: 1 }])
  })

  it('a killed one is left for the others, and used again when it is back', async () => {
    await cluster.nodes[1].stop('SIGKILL')
    await good()
    expect(await portsRead(30)).toEqual(portsOf(0, 2))
    // One that is back before the others know that it was gone may cost them their quorum.
    await expect.poll(() => cluster.size(0), { timeout: 30_000 }).toBe(2)
    await cluster.nodes[1].join()
    expect(await portsRead(40)).toEqual(portsOf(0, 1, 2))
    await good()
  })

  it('one that has lost the others is not read from, and all is well when they are back', async () => {
    await cluster.nodes[1].stop('SIGKILL')
    await cluster.nodes[2].stop('SIGKILL')
    const failed = async () => (await ask(service.address, '/api/malware.php')).body.error
    await expect.poll(failed, { timeout: 30_000 }).toBe('Database connection failed')
    await cluster.goOnAlone(0)
    await good()
    await cluster.nodes[1].join()
    await cluster.nodes[2].join()
    expect(await portsRead(40)).toEqual(portsOf(0, 1, 2))
    await good()
  })
})
