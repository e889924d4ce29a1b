// SIGTERM and SIGINT: stop accepting, finish what runs, exit 0.
import { EventEmitter, once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { stopSignal } from '../../src/commands/stop-signal.ts'
import { temporaryDatabase } from '../support/database.ts'
import { listeningApp, runningService } from '../support/listening.ts'
import { header, rawConnection, requestBytes } from '../support/raw-http.ts'
import { posture } from '../support/rows.ts'
import { spawnService } from '../support/spawned-service.ts'
import { heldAnswers } from '../support/stand-in-answers.ts'

const MALWARE = requestBytes('/api/malware.php')
const UNKNOWN = requestBytes('/other')

describe('the application that is closed', () => {
  it('gives a request under way its answer, and one that comes on its connection', async () => {
    const answers = heldAnswers({ late: 'answer' })
    const { app, port } = await listeningApp({ answers })
    const connection = rawConnection({ port })
    connection.send(MALWARE)
    await answers.asked(1)
    const closing = app.close()
    const arrived = once(app.server, 'request')
    connection.send(MALWARE)
    await arrived
    answers.release()
    expect(await connection.next()).toMatchObject({ status: 200, text: '{"late":"answer"}' })
    const last = await connection.next()
    expect([last.status, header(last, 'connection')]).toEqual([200, 'close'])
    await connection.closed
    await closing
  })

  it('closes idle connections at once, and accepts no more', async () => {
    const { app, port } = await listeningApp()
    const idle = rawConnection({ port })
    idle.send(UNKNOWN)
    await idle.next()
    await app.close()
    await idle.closed
    const late = rawConnection({ port })
    late.send(UNKNOWN)
    expect(await late.all()).toEqual([])
  })
})

describe('the service that is told to stop', () => {
  it('finishes a slow question first, then closes its connection', async () => {
    const database = await temporaryDatabase()
    await database.insert('posture_scores', posture())
    await slowDown(database.db)
    const { service, port, logged } = await runningService({
      database: database.url,
      deadline: '300',
    })
    const connection = rawConnection({ port })
    // Both are parsed together, so the second runs once the first has its answer.
    connection.send(UNKNOWN + requestBytes('/api/posture.php'))
    expect((await connection.next()).status).toBe(404)
    const stopped = service.stop()
    expect((await connection.next()).status).toBe(200)
    await connection.closed
    await stopped
    const lines = (await logged()).map(({ msg, status }) => status ?? msg)
    expect(lines).toEqual(['listening', 404, 'stopping: finishing what runs', 200, 'stopped'])
  })

  it('closes connections that are kept for later, without waiting', async () => {
    const { service, port } = await runningService({})
    const connections = Array.from({ length: 5 }, () => rawConnection({ port }))
    for (const connection of connections) {
      connection.send(UNKNOWN)
      await connection.next()
    }
    await service.stop()
    await Promise.all(connections.map(({ closed }) => closed))
  })

  it('waits ten seconds for a request that does not come to its end, and no longer', async () => {
    const { service, port } = await runningService({ 'header-timeout': '300' })
    const stuck = rawConnection({ port })
    stuck.send(`${UNKNOWN}GET /api/malware.php HTTP/1.1\r\nHost:`)
    await stuck.next()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const stopped = service.stop()
      vi.advanceTimersByTime(9_999)
      await roundTrip()
      expect(stuck.isClosed).toBe(false)
      vi.advanceTimersByTime(1)
      await stuck.closed
      await stopped
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the signal to stop', () => {
  const listeners = (signals: EventEmitter) =>
    signals.listenerCount('SIGTERM') + signals.listenerCount('SIGINT')

  it.each(['SIGTERM', 'SIGINT'])('is %s, also one that comes twice in a moment', async (signal) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const signals = new EventEmitter()
    const stop = stopSignal(signals)
    expect([stop.isGiven, listeners(signals)]).toEqual([false, 2])
    signals.emit(signal)
    await stop.given
    expect(stop.isGiven).toBe(true)
    vi.advanceTimersByTime(999)
    // Nobody to hear it would be the end of the process.
    expect([signals.emit('SIGINT'), signals.emit('SIGTERM')]).toEqual([true, true])
    vi.advanceTimersByTime(1)
    expect(listeners(signals)).toBe(0)
  })
})

describe.each(['SIGTERM', 'SIGINT'] as const)('the process that gets %s', (signal) => {
  it('ends with exit code 0, though a connection is kept open', async () => {
    const lines: string[] = []
    const { child, port } = await spawnService(['--readers', '1'], (line) => lines.push(line))
    onTestFinished(() => void child.kill('SIGKILL'))
    const connection = rawConnection({ port })
    connection.send(UNKNOWN)
    expect((await connection.next()).status).toBe(404)
    // As npm does it.
    for (let times = 0; times < 2; times++) child.kill(signal)
    const [code, killedBy] = await once(child, 'close')
    expect({ code, killedBy }).toEqual({ code: 0, killedBy: null })
    await connection.closed
    expect(lines.at(-1)).toContain('"stopped"')
  })
})

/** Every read of the posture first counts to a million. */
async function slowDown(db: Parameters<ReturnType<typeof sql>['execute']>[0]) {
  await sql`alter table posture_scores rename to recorded`.execute(db)
  await sql`create view posture_scores as select * from recorded where (
    with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 1000000)
    select count(*) from counted) > 0`.execute(db)
}

/** Long enough for a byte to come back from a socket of this process, if there is one. */
async function roundTrip() {
  const { port } = await listeningApp()
  const connection = rawConnection({ port })
  connection.send(UNKNOWN)
  await connection.next()
  connection.reset()
}
