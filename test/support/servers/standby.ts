// A PostgreSQL hot standby: a copy of the primary's files that follows it.
import { chmodSync, chownSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresFolder, postgresServer, postgresVersion } from './postgres.ts'
import type { DatabaseServer } from './server.ts'

export interface Standby extends DatabaseServer {
  promote(): Promise<void>
}

/** Copies a running primary whose files lie in `folder`. */
export async function standbyOf(primary: DatabaseServer, folder: string): Promise<Standby> {
  const copy = postgresFolder()
  const client = new pg.Client(primary.url('postgres'))
  await client.connect()
  const [begin, end] =
    postgresVersion() < 15
      ? [`pg_start_backup('standby', true, false)`, 'pg_stop_backup(false)']
      : [`pg_backup_start('standby', true)`, 'pg_backup_stop(false)']
  await client.query(`select ${begin}`)
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  const { rows } = await client.query(`select labelfile from ${end}`)
  await client.end()

  for (const leftOver of ['postmaster.pid', 'postmaster.opts'])
    rmSync(join(copy, leftOver), { force: true })
  writeFileSync(join(copy, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(copy, 'standby.signal'), '')
  giveToAccountOf(copy)

  const server = await postgresServer(copy, {
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres`,
    wal_retrieve_retry_interval: '100ms',
  })
  return {
    ...server,
    async promote() {
      const standby = new pg.Client(server.url('postgres'))
      await standby.connect()
      await standby.query('select pg_promote(true, 30)')
      await standby.end()
    },
  }
}

function giveToAccountOf(folder: string): void {
  if (process.getuid?.() !== 0) return
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(folder, name), 65_534, 65_534)
  }
  chmodSync(folder, 0o700)
}
