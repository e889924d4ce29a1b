// What the largest answer does to the small ones that are asked for meanwhile.
import {
  type Bench,
  type Database,
  type Measured,
  measure,
  WARM_UP_SECONDS,
  withSides,
} from '../bench.ts'
import { startLoader } from '../measure/load.ts'
import { memoryBytes, peakMemoryBytes } from '../measure/processes.ts'
import { median } from '../measure/statistics.ts'
import { QUESTIONS } from '../questions.ts'
import { judge, mb, ms } from '../report.ts'
import { type ServiceSide, startService } from '../sides/service.ts'

const SMALL = QUESTIONS.server.path
const LARGE = QUESTIONS['history, 365 days'].path
const SLOWER_MOST = 3
const MEMORY_MOST_BYTES = 150e6
/** As a few people at dashboards would ask. */
const PAUSE_MS = 2

export async function besideHistory(bench: Bench): Promise<void> {
  const size = bench.options.sizes.at(-1)
  const rows: string[][] = []
  for (const database of bench.databases.filter((it) => it.size === size)) {
    console.error(`beside the history: ${database.engine}`)
    await withSides(async (keep) => {
      rows.push(await beside(bench, database, await keep(startService(database.url))))
    })
  }
  bench.report.tables.push({
    title: `Beside a history of all servers, ${size} data`,
    about:
      'Requests for one server, one after the other, while nothing else is asked for, and while the history of all servers for 365 days is fetched again and again, after eight seconds of that. Memory is that of the service: before, and at its highest.',
    columns: [
      ...['engine', 'quiet: median', '99 %', 'beside: median', '99 %'],
      ...['history: body', 'first byte', 'last byte', 'memory before', 'most', 'not 200'],
    ],
    rows,
  })
}

async function beside(bench: Bench, database: Database, side: ServiceSide): Promise<string[]> {
  const { rounds, seconds, short } = bench.options
  const small = () =>
    measure(bench, side, database, {
      path: SMALL,
      seconds,
      requests: Number.MAX_SAFE_INTEGER,
      pauseMs: PAUSE_MS,
    })
  await small()
  const before = memoryBytes(side.pid)
  const [quiet, loud, large]: [Measured[], Measured[], Measured[]] = [[], [], []]
  const other = startLoader()
  const histories = (seconds: number) =>
    measure({ ...bench, loader: other }, side, database, {
      path: LARGE,
      seconds,
      requests: Number.MAX_SAFE_INTEGER,
    })
  try {
    await histories(short ? seconds : WARM_UP_SECONDS)
    for (let round = 0; round < rounds; round++) {
      quiet.push(await small())
      const history = histories(seconds)
      loud.push(await small())
      large.push(await history)
    }
  } finally {
    await other.close()
  }
  const peak = peakMemoryBytes(side.pid)
  const middle = (of: readonly Measured[], figure: 'p50' | 'p99' | 'firstMs' | 'bytes') =>
    median(of.map((it) => it[figure]))
  const problems = [...new Set([...loud, ...large].flatMap((it) => it.problems))]
  if (database.size === 'fleet') {
    const isWhole = problems.length === 0
    judge(
      bench.report,
      `p99 of small requests beside a history of all servers, next to quiet, ${database.engine}`,
      isWhole ? middle(loud, 'p99') / middle(quiet, 'p99') : Number.NaN,
      { most: SLOWER_MOST },
    )
    judge(
      bench.report,
      `memory while histories of all servers are streamed, above idle, ${database.engine}`,
      peak - before,
      { most: MEMORY_MOST_BYTES },
      mb,
    )
  }
  return [
    database.engine,
    ms(middle(quiet, 'p50')),
    ms(middle(quiet, 'p99')),
    ms(middle(loud, 'p50')),
    ms(middle(loud, 'p99')),
    mb(middle(large, 'bytes')),
    ms(middle(large, 'firstMs')),
    ms(middle(large, 'p50')),
    mb(before),
    mb(peak),
    problems.join('; ') || 'none',
  ]
}
