// npm run bench -- [options]
// Measures the service beside others and at two sizes, on one machine in one run. Everything that it
// starts listens on loopback and is removed when it ends.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { dirname, resolve } from 'node:path'
import { buildService } from '../scripts/build-service.ts'
import { type EngineName, enginesToTest } from '../test/support/engines.ts'
import { newFolder } from '../test/support/folders.ts'
import type { Bench, Database } from './bench.ts'
import { stopAllOnSignals, stoppable, unlessBrokenOff } from './cleanup.ts'
import { databaseHost } from './databases.ts'
import { fill } from './fill.ts'
import { startLoader } from './measure/load.ts'
import { type Options, optionsOf, type SectionName, USAGE } from './options.ts'
import { markdownReport, newReport, type Report, shortfalls, terminalReport } from './report.ts'
import { everyAnswer } from './sections/answers.ts'
import { besideHistory } from './sections/beside-history.ts'
import { eventLoop } from './sections/event-loop.ts'
import { memory } from './sections/memory.ts'
import { sideBySide } from './sections/side-by-side.ts'
import { startTimes } from './sections/start.ts'

const RUN: Readonly<Record<SectionName, (bench: Bench) => Promise<void>>> = {
  'side-by-side': sideBySide,
  answers: everyAnswer,
  'event-loop': eventLoop,
  'beside-history': besideHistory,
  start: startTimes,
  memory,
}

function installed({ engines }: Options): EngineName[] {
  const available = enginesToTest()
  return engines.filter((it) => available.includes(it))
}

async function runBench(options: Options): Promise<Report> {
  const report = newReport()
  const engines = installed(options)
  for (const engine of options.engines) {
    if (!engines.includes(engine)) report.skipped.push(`${engine}, which is not installed`)
  }
  const folder = newFolder('bench-run')
  const databases: Database[] = []
  const loader = startLoader()
  const stops = [
    stoppable(async () => rmSync(folder, { recursive: true, force: true })),
    stoppable(loader.close),
  ]
  try {
    await buildService()
    for (const engine of engines) {
      const host = await databaseHost(engine)
      stops.push(stoppable(host.destroy))
      for (const size of options.sizes) {
        console.error(`filling: ${engine}, ${size}`)
        const url = await host.newDatabase(size)
        await fill(url, size, { seed: options.seed })
        databases.push({ engine, size, url, pid: host.pid })
      }
    }
    const bench = { options: { ...options, engines }, databases, loader, report, folder }
    for (const section of options.sections) await RUN[section](bench)
    // One round shows that everything works, and says nothing about a bound.
    if (options.short) report.judged.length = 0
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
  return report
}

function opening(options: Options, args: readonly string[]): string {
  const [processor] = cpus()
  return `# Benchmarks

Written by \`npm run bench\`. Everything in a table was measured in one run, in turns, on one machine;
the ratios say more than the figures, which are those of that machine.

- Command: \`${['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ')}\`
- Date: ${new Date().toISOString().slice(0, 10)}
- Machine: ${cpus().length} x ${processor?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}
- Node ${process.version}, seed ${options.seed}, medians of ${options.rounds} rounds of ${options.seconds} s

Small: 10 servers, 30 days, 2,466 findings. Fleet: 1,000 servers, 365 days of scans, 3 million
findings, 270,000 malware scans of which 90,000 lie in the window, 20,000 active detections.
`
}

if (import.meta.main) {
  const args = process.argv.slice(2)
  let options: Options
  try {
    options = optionsOf(args)
    if (installed(options).length === 0) {
      throw new Error(`--engines: ${options.engines.join(', ')} cannot be had on this machine`)
    }
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
  stopAllOnSignals()
  const report = await unlessBrokenOff(runBench(options))
  console.log(terminalReport(report))
  if (options.out !== '') {
    const path = resolve(import.meta.dirname, '..', options.out)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, markdownReport(report, opening(options, args)))
  }
  process.exitCode = shortfalls(report) === 0 ? 0 : 1
}
