// How long the service hears nothing else while it makes and sends an answer.
import { type Bench, withSides } from '../bench.ts'
import { QUESTIONS } from '../questions.ts'
import { judge, ms, ratio } from '../report.ts'
import { startService } from '../sides/service.ts'

const HELD_MOST_MS = 50

export async function eventLoop(bench: Bench): Promise<void> {
  const size = bench.options.sizes.at(-1)
  const databases = bench.databases.filter((it) => it.size === size)
  const held = new Map<string, string[]>()
  let longest = Number.NaN
  for (const database of databases) {
    console.error(`event loop: ${database.engine}`)
    await withSides(async (keep) => {
      const side = await keep(startService(database.url, { watchLoop: true }))
      const ask = (path: string, requests: number) =>
        bench.loader.run({ target: { port: side.port, path }, requests, touch: database.url })
      // Threads start and code is compiled with the first.
      for (const { path } of Object.values(QUESTIONS)) await ask(path, 1)
      await side.loopHeldMs()
      for (const [name, { path }] of Object.entries(QUESTIONS)) {
        await ask(path, bench.options.short ? 1 : bench.options.rounds)
        const heldMs = await side.loopHeldMs()
        longest = Number.isNaN(longest) ? heldMs : Math.max(longest, heldMs)
        held.set(name, [...(held.get(name) ?? []), ratio(heldMs)])
      }
    })
  }
  bench.report.tables.push({
    title: `Event loop, ${size} data`,
    about:
      'The longest time in milliseconds that the main thread did nothing else, while each answer was asked for some times.',
    columns: ['answer', ...databases.map(({ engine }) => engine)],
    rows: [...held].map(([name, cells]) => [name, ...cells]),
  })
  if (size === 'fleet') {
    judge(bench.report, 'event loop held, any answer', longest, { most: HELD_MOST_MS }, ms)
  }
}
