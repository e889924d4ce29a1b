import { parseAddress, type ServerAddress } from '../../../src/address.ts'
import { openLine } from '../../../src/database/mariadb/watch-line.ts'
import { RUNNING } from '../../../src/database/servers/session.ts'
import { openWatch } from '../../../src/database/servers/watch.ts'
import { ask } from '../faults/load.ts'
import { startService } from '../faults/service-process.ts'
import { composed } from './composed.ts'
import { type FreshnessDatabase, type Kind, startKind } from './databases.ts'
import { MARKS, type ProbeResult, type Probing, probe } from './probes.ts'

export async function runFreshness(kind: Kind, probing: Probing): Promise<ProbeResult> {
  const database = await startKind(kind)
  const run = kind === 'mariadb-at-once' || kind === 'mariadb-unlogged' ? atOnce : byService
  try {
    return await run(database, probing)
  } finally {
    await database.destroy()
  }
}

/** The service in a process of its own, asked over HTTP, while its database is changed from here. */
async function byService(database: FreshnessDatabase, probing: Probing): Promise<ProbeResult> {
  const service = await startService(database.url)
  const answered = async (url: string) => {
    const { status, body } = await ask(service.address, url)
    if (status !== 200) throw new Error(`${status}, ${body.message ?? body.error}`)
    return body
  }
  try {
    // Reader threads take a while to start.
    for (const url of Object.keys(MARKS)) await ask(service.address, url)
    return await probe({ ...database, ask: answered }, probing)
  } finally {
    await service.stop()
  }
}

/**
 * The service remembers nothing of a MariaDB that was changed a second ago, so it would remember nothing
 * here. Its parts without that rest remember what they can.
 */
async function atOnce(database: FreshnessDatabase, probing: Probing): Promise<ProbeResult> {
  const address = parseAddress(database.url) as ServerAddress
  const line = () => openLine(address, RUNNING)
  const parts = composed(database, {
    openWatch: () => openWatch(line, { clock: RUNNING, restMs: 0 }),
  })
  try {
    return { ...(await probe(parts.probed, probing)), recalled: parts.recalled() }
  } finally {
    await parts.close()
  }
}
