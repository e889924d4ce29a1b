// The service in a process of its own, asked over HTTP, while its database is changed from here.
import { ask } from '../faults/load.ts'
import { startService } from '../faults/service-process.ts'
import { type Kind, startKind } from './databases.ts'
import { MARKS, type ProbeResult, type Probing, probe } from './probes.ts'

export async function runFreshness(kind: Kind, probing: Probing): Promise<ProbeResult> {
  const database = await startKind(kind)
  try {
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
  } finally {
    await database.destroy()
  }
}
