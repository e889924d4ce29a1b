// The application and the whole service on a real port or socket, stopped after the test.
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { runService, type Service } from '../../src/commands/service.ts'
import { type AppOptions, buildApp } from '../../src/http/app.ts'
import { networkPeers } from '../../src/http/peers.ts'
import { configOf } from '../../src/settings/config.ts'
import { answersOf } from './answers-of.ts'
import { temporaryDatabase } from './database.ts'
import { LIMITS } from './service.ts'

export type LogLine = Record<string, unknown>

export interface TestApp {
  readonly app: FastifyInstance
  /** Lines of the log, parsed. */
  readonly logged: LogLine[]
}

/** The application with any of its parts exchanged, for inject. */
export async function testApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  const logged: LogLine[] = []
  const answers = options.answers ?? (await realAnswers())
  const app = buildApp({
    peers: networkPeers([]),
    basePath: '',
    limits: LIMITS,
    log: pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) }),
    ...options,
    answers,
  })
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
    await answers.close()
  })
  return { app, logged }
}

async function realAnswers() {
  const { url } = await temporaryDatabase()
  return answersOf(url)
}

/** The same on a free port. */
export async function listeningApp(
  options: Partial<AppOptions> = {},
): Promise<TestApp & { readonly port: number }> {
  const built = await testApp(options)
  await built.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...built, port: (built.app.server.address() as AddressInfo).port }
}

/** A stream that stands in for a terminal's output. */
export function capturedOutput(isTTY = false) {
  const stream = Object.assign(new PassThrough(), { isTTY })
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    /** All that was written; the log writes at the end of a turn, a stream hands it over later. */
    async text(): Promise<string> {
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate)
      return text
    },
  }
}

export interface RunningService {
  readonly service: Service
  readonly port: number
  logged(): Promise<LogLine[]>
}

/** What `secdash serve` runs, with threads, on a free port unless the flags say otherwise. */
export async function runningService(flags: Record<string, string>): Promise<RunningService> {
  const output = capturedOutput()
  const config = configOf({ port: '0', readers: '1', ...flags }, {})
  const service = await runService(config, output.stream)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= service.stop()
    return stopping
  }
  onTestFinished(stop)
  return {
    service: { ...service, stop },
    port: flags['socket'] === undefined ? Number(new URL(service.address).port) : 0,
    logged: async () =>
      (await output.text())
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  }
}
