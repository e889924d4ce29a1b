// Load from a process of its own, bounded in time and number.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Target } from './http-client.ts'

export interface Load {
  readonly target: Target
  /** Each sends one request after the other. */
  readonly connections: number
  readonly seconds: number
  readonly requests: number
  /** How long a connection waits after each reply. */
  readonly pauseMs: number
  /** The address of a database that is changed before each request; null is not at all. */
  readonly touch: string | null
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Of the last body. */
  readonly bytes: number
  /** Milliseconds to the last byte, and in the middle to the first. */
  readonly p50: number
  readonly p99: number
  readonly firstMs: number
  /** How much of one processor the load itself took: near 1 it is what limits the throughput. */
  readonly busy: number
  /** Replies other than 200, and connections that broke. */
  readonly problems: readonly string[]
}

export interface Loader {
  run(load: Partial<Load> & Pick<Load, 'target'>): Promise<LoadResult>
  close(): Promise<void>
}

const ONE_REQUEST: Omit<Load, 'target'> = {
  connections: 1,
  seconds: 60,
  requests: 1,
  pauseMs: 0,
  touch: null,
}

export function startLoader(): Loader {
  const child = fork(new URL('./load-process.ts', import.meta.url), { env: {} })
  return {
    async run(load) {
      const heard = new AbortController()
      const event = (name: string) => once(child, name, { signal: heard.signal })
      child.send({ ...ONE_REQUEST, ...load })
      const [answer] = await Promise.race([event('message'), event('exit')])
      heard.abort()
      if (answer?.result === undefined) throw new Error(`the load failed: ${answer?.error}`)
      return answer.result
    },
    async close() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}
