// The other end of load.ts: sends requests in a process of its own, so that what they cost here is
// not mixed up with anything else.
import { type HttpClient, httpClient, type Reply } from './http-client.ts'
import type { Load, LoadResult } from './load.ts'
import { quantile } from './statistics.ts'
import { touchOf } from './touch.ts'

async function run(load: Load): Promise<LoadResult> {
  const touching = load.touch === null ? undefined : await touchOf(load.touch)
  const clients: HttpClient[] = []
  for (let i = 0; i < load.connections; i++) clients.push(await httpClient(load.target))
  const replies: Reply[] = []
  const problems = new Map<string, number>()
  const cpu = process.cpuUsage()
  const start = performance.now()
  const isDue = () => performance.now() - start < load.seconds * 1000
  let sent = 0

  async function loop(client: HttpClient) {
    while (sent < load.requests && (isDue() || sent === 0)) {
      sent += 1
      await touching?.touch()
      const reply = await client.get()
      replies.push(reply)
      if (reply.status !== 200) count(`status ${reply.status}`)
      if (load.pauseMs > 0) await pause(load.pauseMs)
    }
  }
  const count = (problem: string) => problems.set(problem, (problems.get(problem) ?? 0) + 1)
  await Promise.all(
    clients.map((client) => loop(client).catch((error: Error) => count(error.message))),
  )
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(cpu)
  for (const client of clients) client.close()
  touching?.close()
  const times = replies.map(({ ms }) => ms)
  return {
    requests: replies.length,
    seconds,
    bytes: replies.at(-1)?.bytes ?? 0,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    firstMs: quantile(
      replies.map(({ firstMs }) => firstMs),
      0.5,
    ),
    busy: (user + system) / 1e6 / seconds,
    problems: [...problems].map(([problem, times]) => `${times} x ${problem}`),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.({ result }),
    (error: Error) => process.send?.({ error: error.message }),
  )
})
