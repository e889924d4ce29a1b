import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { masked } from '../address.ts'
import { engineAt } from '../database/connect.ts'
import { migrate, migrationFault } from '../database/schema/migrate.ts'
import { fillDemo, holdsData } from '../demo/fill.ts'
import { UsageError } from '../errors.ts'
import { assertListenable } from '../http/listen.ts'
import { demoPeers } from '../http/peers.ts'
import { settingNames } from '../settings/config.ts'
import type { Command } from './command.ts'
import { peersOf, runService } from './service.ts'
import { stopSignal } from './stop-signal.ts'

export const demo: Command = {
  name: 'demo',
  operands: '',
  summary: 'Serve realistic demo data from a throwaway database.',
  help: `Makes a throwaway SQLite database of demo data that ends now, serves it on loopback with the
dashboard, and prints where that is and lines to try. It signs in whoever comes by loopback, as an
upstream would. Nothing is left behind when it stops. With --database the data goes into that
database instead, which must hold none, and stays there; DATABASE_URL is not looked at. The
dashboard is always on.`,
  settings: settingNames.filter((name) => name !== 'dashboard'),
  byFlagOnly: ['database'],
  async run({ config, flags: { database: chosen }, terminal }) {
    if (!['127.0.0.1', '::1', 'localhost'].includes(config.host)) {
      throw new UsageError(`demo listens on loopback only, not on ${config.host}`)
    }
    // Before there is anything that a signal could leave behind. The last one is that of a terminal that closes.
    const stop = stopSignal(terminal.signals, ['SIGTERM', 'SIGINT', 'SIGHUP'])
    const folder = chosen === undefined ? throwawayFolder() : undefined
    const database = folder === undefined ? config.database : `sqlite:${join(folder, 'demo.db')}`
    try {
      // Filled for nothing, a database that was named would hold data at the next try.
      await assertListenable(config)
      // On a slow machine it is a while until the next line.
      terminal.stdout.write('Making demo data. This takes some seconds.\n')
      await fill(database, config.timezone)
      if (stop.isGiven) return 0
      const served = { ...config, database, dashboard: true }
      const service = await runService(served, terminal.stdout, demoPeers(peersOf(config)))
      terminal.stdout.write(linesToTry(service.address, config.basePath))
      await stop.given
      await service.stop()
      return 0
    } finally {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
    }
  },
}

function throwawayFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'secdash-demo-'))
  } catch (error) {
    const why = (error as Error).message
    const help = 'set TMPDIR to a folder that this user may write to'
    throw new UsageError(`cannot make a folder in ${tmpdir()} for the demo: ${why}; ${help}`, 1)
  }
}

async function fill(database: string, timezone: string): Promise<void> {
  const engine = engineAt(database)
  await migrate(engine).catch((error: unknown) => {
    const fault = migrationFault(error, engine, database)
    throw new UsageError(`cannot make the tables in ${masked(database)}: ${fault}`, 1)
  })
  if (await holdsData(engine)) {
    throw new UsageError(`${masked(database)} holds data; name an empty database for the demo`, 1)
  }
  await fillDemo(engine, Date.now(), timezone)
}

const PATHS = [
  '/api/malware.php',
  '/api/posture.php?days=90',
  '/api/compliance-scans.php',
  '/api/compliance-scans.php?action=server&name=web-01',
  '/api/compliance-scans.php?action=findings&severity=critical',
  '/api/compliance-scans.php?action=categories',
  '/api/compliance-scans.php?action=history&server=web-01&days=90',
]

function linesToTry(address: string, basePath: string): string {
  const where = address.startsWith('unix:')
    ? `--unix-socket ${address.slice('unix:'.length)} 'http://localhost`
    : `'${address}`
  const lines = PATHS.map(
    (path) => `  curl -s -H 'X-Auth-User-ID: demo' ${where}${basePath}${path}'`,
  )
  return `\n${dashboardLine(address, basePath)}Try:\n${lines.join('\n')}\n\nPress Ctrl+C to stop.\n\n`
}

/** A browser opens no unix socket. */
const dashboardLine = (address: string, basePath: string): string =>
  address.startsWith('unix:') ? '' : `Dashboard: ${address}${basePath}/\n\n`
