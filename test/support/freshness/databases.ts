// A database of every kind that freshness is to be shown on, with the rows that are changed.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { engineAt } from '../../../src/database/connect.ts'
import { migrate } from '../../../src/database/schema/migrate.ts'
import { complianceScan, finding, malwareScan, posture } from '../rows.ts'
import { type RunningDatabase, startDatabase, startMariadb } from '../servers/all.ts'
import { BINARY_LOG } from '../servers/mariadb.ts'
import { initPostgres, postgresFolder, postgresServer } from '../servers/postgres.ts'
import { standbyOf } from '../servers/standby.ts'
import type { Probed } from './probes.ts'

export interface FreshnessDatabase extends Omit<Probed, 'ask'> {
  readonly url: string
  destroy(): Promise<void>
}

export const KINDS = [
  'sqlite-wal',
  'sqlite-rollback',
  'postgres',
  'standby',
  'mariadb',
  'mariadb-without-log',
  'mariadb-at-once',
  'mariadb-unlogged',
] as const

export type Kind = (typeof KINDS)[number]

export const isKind = (text: unknown): text is Kind => KINDS.includes(text as Kind)

const START: Readonly<Record<Kind, () => Promise<FreshnessDatabase>>> = {
  'sqlite-wal': () => sqlite('wal'),
  'sqlite-rollback': () => sqlite('delete'),
  postgres: async () => server(await startDatabase('postgres')),
  standby,
  mariadb: async () => server(await startDatabase('mariadb')),
  'mariadb-without-log': async () => server(await startMariadb([])),
  'mariadb-at-once': async () => server(await mariadbWithLogOnDisk()),
  // By a writer whose changes are not in the binary log.
  'mariadb-unlogged': async () => server(await startDatabase('mariadb'), 'set sql_log_bin = 0'),
}

export const startKind = (kind: Kind): Promise<FreshnessDatabase> => START[kind]()

/** Changed from this process, read by another: the locks of one process would not show all. */
async function sqlite(journal: 'wal' | 'delete'): Promise<FreshnessDatabase> {
  const { url, destroy } = await startDatabase('sqlite')
  await fill(url)
  const db = new DatabaseSync(url.replace(/^sqlite:/, ''), { timeout: 20_000 })
  db.exec(`pragma journal_mode = ${journal}; pragma synchronous = off`)
  return {
    url,
    commit: async (statement) => db.exec(statement),
    async destroy() {
      db.close()
      await destroy()
    },
  }
}

async function server(
  { url, destroy }: RunningDatabase,
  ...settings: readonly string[]
): Promise<FreshnessDatabase> {
  await fill(url)
  const writer = await connection(url)
  for (const setting of settings) await writer.run(setting)
  return {
    url,
    commit: async (statement) => void (await writer.run(statement)),
    async destroy() {
      await writer.close()
      await destroy()
    },
  }
}

/**
 * The server waits for the disk after it has written a change to its log, and shows it then: in between, a token
 * of the wrong kind tells of what no answer can show yet.
 */
async function mariadbWithLogOnDisk(): Promise<RunningDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'secdash-log-'))
  // It runs as an account of its own.
  chmodSync(folder, 0o777)
  const database = await startMariadb([
    ...BINARY_LOG,
    `--log-bin=${join(folder, 'log')}`,
    '--sync-binlog=1',
  ])
  return {
    ...database,
    async destroy() {
      await database.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Changes are made on the primary, and have to be on the standby before they are missed. */
async function standby(): Promise<FreshnessDatabase> {
  const folder = postgresFolder()
  initPostgres(folder)
  const primary = await postgresServer(folder)
  await primary.start()
  await migrate(engineAt(primary.url('postgres')))
  await fill(primary.url('postgres'))
  const copy = await standbyOf(primary, folder)
  await copy.start()
  const writer = await connection(primary.url('postgres'))
  const direct = await connection(copy.url('postgres'))
  return {
    url: copy.url('postgres'),
    commit: async (statement) => void (await writer.run(statement)),
    shows: async (statement) => Number((await direct.run(statement))[0]?.n),
    async destroy() {
      await writer.close()
      await direct.close()
      await copy.destroy()
      await primary.destroy()
    },
  }
}

async function connection(url: string) {
  const db = await engineAt(url).openForWriting()
  return {
    run: async (statement: string) =>
      (await db.executeQuery<{ n: number }>(CompiledQuery.raw(statement))).rows,
    close: () => db.destroy(),
  }
}

async function fill(url: string): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  const db = await engineAt(url).openForWriting()
  await db
    .insertInto('malware_scans')
    .values(malwareScan({ scan_date: yesterday }))
    .execute()
  await db
    .insertInto('posture_scores')
    .values(posture({ recorded_at: yesterday }))
    .execute()
  const scan = complianceScan({ scan_date: yesterday })
  await db.insertInto('compliance_scans').values(scan).execute()
  const { scan_id } = await db
    .selectFrom('compliance_scans')
    .select('scan_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('compliance_findings')
    .values(finding({ scan_id, finding_summary: '0' }))
    .execute()
  await db.destroy()
}
