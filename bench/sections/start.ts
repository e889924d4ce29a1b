// From `serve` to its first answer.
import { type Bench, type Database, withSides } from '../bench.ts'
import { interleaved, median } from '../measure/statistics.ts'
import { ms } from '../report.ts'
import { startService } from '../sides/service.ts'

export async function startTimes(bench: Bench): Promise<void> {
  console.error('time to the first answer')
  const times = await interleaved(bench.options.rounds, bench.databases, (database) =>
    firstAnswerMs(database),
  )
  bench.report.tables.push({
    title: 'From serve to the first answer',
    about:
      'The process is started from what the package holds, and the malware answer is asked for as soon as it listens.',
    columns: ['database', 'time'],
    rows: [...times].map(([{ engine, size }, all]) => [`${engine}, ${size}`, ms(median(all))]),
  })
}

const firstAnswerMs = (database: Database): Promise<number> =>
  withSides(async (keep) => {
    const start = performance.now()
    await keep(startService(database.url))
    return performance.now() - start
  })
