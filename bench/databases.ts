// One server of each engine for the length of a run, with memory as a real one would have it.
import { rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EngineName } from '../test/support/engines.ts'
import { newFolder } from '../test/support/folders.ts'
import { BINARY_LOG, initMariadb, mariadbServer } from '../test/support/servers/mariadb.ts'
import { initPostgres, postgresFolder, postgresServer } from '../test/support/servers/postgres.ts'
import { runSql } from '../test/support/servers/sql.ts'
import type { SizeName } from './data/sizes.ts'

export interface DatabaseHost {
  /** An empty database, and its address. */
  newDatabase(name: SizeName): Promise<string>
  /** The server's process, whose children count with it; none where there is no server. */
  readonly pid: number | null
  destroy(): Promise<void>
}

/** What the larger data set takes at most, while its indexes are made. */
const NEEDED_BYTES = { small: 0.2e9, fleet: 6e9 } as const

function assertRoom(folder: string, size: SizeName): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize >= NEEDED_BYTES[size]) return
  throw new Error(
    `${folder} has ${Math.floor((bavail * bsize) / 1e6)} MB free, the data set ${size} needs ${NEEDED_BYTES[size] / 1e6} MB: make room, or leave it out with --sizes small`,
  )
}

const HOSTS: Readonly<Record<EngineName, () => Promise<DatabaseHost>>> = {
  async sqlite() {
    const folder = newFolder('bench')
    return {
      pid: null,
      async newDatabase(name) {
        assertRoom(folder, name)
        return `sqlite:${join(folder, `${name}.db`)}`
      },
      destroy: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  async postgres() {
    const folder = postgresFolder()
    initPostgres(folder)
    const server = await postgresServer(folder, {
      shared_buffers: '1GB',
      maintenance_work_mem: '256MB',
      max_wal_size: '1GB',
      wal_level: 'minimal',
      max_wal_senders: '0',
      autovacuum: 'on',
    })
    await server.start()
    return {
      pid: server.pid(),
      async newDatabase(name) {
        assertRoom(dirname(folder), name)
        await runSql(server.url('postgres'), `create database ${name}`)
        return server.url(name)
      },
      destroy: server.destroy,
    }
  },
  async mariadb() {
    const folder = initMariadb()
    const server = await mariadbServer(folder, [
      '--innodb-buffer-pool-size=1G',
      '--loose-innodb-log-file-size=512M',
      '--local-infile=1',
      ...BINARY_LOG,
    ])
    await server.start()
    return {
      pid: server.pid(),
      async newDatabase(name) {
        assertRoom(dirname(folder), name)
        await runSql(server.url('mysql'), `create database ${name}`)
        return server.url(name)
      },
      destroy: server.destroy,
    }
  },
}

export const databaseHost = (engine: EngineName): Promise<DatabaseHost> => HOSTS[engine]()
