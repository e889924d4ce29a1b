// A server that presents one certificate or another, or none.
import { chmodSync, chownSync, copyFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import type { ServerEngine } from '../faults/run.ts'
import type { Certificate } from './certificates.ts'
import { initMariadb, isMysql, mariadbServer } from './mariadb.ts'
import { initPostgres, postgresFolder, postgresServer } from './postgres.ts'
import type { DatabaseServer } from './server.ts'
import { runSql } from './sql.ts'

export interface TlsServer {
  /** Starts it, or starts it again on the same port; null is a server without encryption. */
  present(certificate: Certificate | null): Promise<void>
  /** For the account that is let in only over an encrypted connection. */
  url(host: string, options: string): string
  stop(signal?: NodeJS.Signals): Promise<void>
  destroy(): Promise<void>
}

interface Parts {
  readonly folder: string
  readonly encrypted: DatabaseServer
  readonly plain: DatabaseServer
  /** A database that is always there. */
  readonly administration: string
  /** What makes the account; PostgreSQL has its demand for encryption in a file. */
  readonly reader: readonly string[]
}

const PASSWORD = 'S3cret/p@ss'
/** Never to be seen in a log, percent-encoded or not. */
export const PASSWORD_PART = /S3cret|p(@|%40)ss/

const ENCRYPTED_ONLY = `
host all postgres 127.0.0.1/32 trust
hostssl all reader 127.0.0.1/32 scram-sha-256
`

const PARTS: Readonly<Record<ServerEngine, () => Promise<Parts>>> = {
  async postgres() {
    const folder = postgresFolder()
    initPostgres(folder)
    writeFileSync(join(folder, 'pg_hba.conf'), ENCRYPTED_ONLY)
    const settings = { ssl: 'on', ssl_cert_file: 'tls.pem', ssl_key_file: 'tls.key' }
    const [encrypted, plain] = [
      await postgresServer(folder, settings),
      await postgresServer(folder),
    ]
    const reader = [
      `create role reader login password '${PASSWORD}'`,
      'grant select on all tables in schema public to reader',
    ]
    return { folder, encrypted, plain, administration: 'postgres', reader }
  },
  async mariadb() {
    const folder = initMariadb()
    const settings = [`--ssl-cert=${folder}/tls.pem`, `--ssl-key=${folder}/tls.key`]
    // Newer ones make themselves a certificate where they are given none.
    const [encrypted, plain] = [
      await mariadbServer(folder, settings),
      await mariadbServer(folder, [isMysql ? '--tls-version=' : '--skip-ssl']),
    ]
    const reader = [
      `create user reader identified by '${PASSWORD}' require ssl`,
      'grant select on secdash.* to reader',
    ]
    return { folder, encrypted, plain, administration: 'mysql', reader }
  },
}

/** With a database `secdash` that has the tables. */
export async function tlsServer(engine: ServerEngine): Promise<TlsServer> {
  const { folder, encrypted, plain, administration, reader } = await PARTS[engine]()
  let running = plain
  await running.start()
  try {
    await runSql(running.url(administration), 'create database secdash')
    await migrate(engineAt(running.url('secdash')))
    await runSql(running.url('secdash'), ...reader)
  } catch (error) {
    await plain.destroy()
    throw error
  }

  function install(file: string, name: string) {
    const { uid, gid } = statSync(folder)
    copyFileSync(file, join(folder, name))
    chownSync(join(folder, name), uid, gid)
    chmodSync(join(folder, name), 0o600)
  }

  return {
    async present(certificate) {
      await running.stop()
      running = certificate === null ? plain : encrypted
      if (certificate !== null) {
        install(certificate.certificate, 'tls.pem')
        install(certificate.key, 'tls.key')
      }
      await running.start()
    },
    url(host, options) {
      const url = running.url('secdash', `reader:${encodeURIComponent(PASSWORD)}`)
      return `${url.replace('@127.0.0.1:', `@${host}:`)}?${options}`
    },
    stop: (signal) => running.stop(signal),
    async destroy() {
      await plain.stop()
      await encrypted.destroy()
    },
  }
}
