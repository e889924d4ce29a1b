// Memory after the start and after many requests.
import { type Bench, withSides } from '../bench.ts'
import { memoryBytes } from '../measure/processes.ts'
import { QUESTIONS } from '../questions.ts'
import { judge, mb } from '../report.ts'
import { startService } from '../sides/service.ts'

const FIRST_LOOK = 10_000
const GROWTH_MOST = 1.2
const CONNECTIONS = 16
const HOURS = 3600
const ASKED = ['malware', 'posture', 'summary', 'server', 'findings of a server'] as const
/** Between two looks there are this many turns of all that is asked. */
const TURNS = 10

export async function memory(bench: Bench): Promise<void> {
  const { requests } = bench.options
  const [database] = bench.databases
  if (database === undefined) return
  console.error(`memory after ${requests} requests: ${database.engine}, ${database.size}`)
  await withSides(async (keep) => {
    const { port, pid } = await keep(startService(database.url))
    const rows = [['start', mb(memoryBytes(pid))]]
    const problems = new Set<string>()
    const ask = async (count: number) => {
      const each = Math.max(1, Math.floor(count / ASKED.length / TURNS))
      for (let turn = 0; turn < TURNS * ASKED.length; turn++) {
        const { path } = QUESTIONS[ASKED[turn % ASKED.length] ?? 'malware']
        const load = { connections: CONNECTIONS, requests: each, seconds: 2 * HOURS }
        for (const it of (await bench.loader.run({ ...load, target: { port, path } })).problems) {
          problems.add(it)
        }
      }
      rows.push([`${total} requests`, mb(memoryBytes(pid))])
      return memoryBytes(pid)
    }
    let total = Math.min(FIRST_LOOK, requests)
    const first = await ask(total)
    const rest = requests - total
    total = requests
    if (rest > 0) {
      const last = await ask(rest)
      judge(
        bench.report,
        `memory after ${requests} requests, next to after ${FIRST_LOOK}`,
        last / first,
        {
          most: GROWTH_MOST,
        },
      )
    }
    bench.report.tables.push({
      title: `Memory, ${database.engine}, ${database.size} data`,
      about: `Of the whole process, while ${ASKED.join(', ')} are asked for in turns over ${CONNECTIONS} connections. Not 200: ${[...problems].join('; ') || 'none'}.`,
      columns: ['after', 'memory'],
      rows,
    })
  })
}
