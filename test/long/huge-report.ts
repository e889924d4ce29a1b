// npx node test/long/huge-report.ts KIND [MEGABYTES]
// Writes a report of that size (500), imports it with `secdash import` in a process of its own, and
// prints the most memory that it took. Exits with 1 when that is over 300 MB, or the import failed.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HUGE_REPORTS, type HugeReport } from '../support/huge-reports.ts'

const MOST_MEGABYTES = 300

const [kind = '', megabytes = '500'] = process.argv.slice(2)
const report = HUGE_REPORTS[kind]
if (report === undefined) {
  console.error(`KIND is one of ${Object.keys(HUGE_REPORTS).join(', ')}`)
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'secdash-huge-'))
try {
  const file = join(folder, 'report')
  await writeReport(report, file, Number(megabytes) * 1_000_000)
  const database = ['--database', `sqlite:${join(folder, 'huge.db')}`]
  secdash(['migrate', ...database])
  const start = performance.now()
  const { status, peak, output } = secdash(['import', report.tool, file, ...database])
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(output.replaceAll(folder, ''))
  const size = Math.round(statSync(file).size / 1_000_000)
  console.log(JSON.stringify({ kind, megabytes: size, seconds, peakMegabytes: peak, status }))
  process.exitCode = status === 0 && peak <= MOST_MEGABYTES ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

async function writeReport({ pieces }: HugeReport, file: string, bytes: number): Promise<void> {
  const stream = createWriteStream(file)
  for (const piece of pieces(bytes)) if (!stream.write(piece)) await once(stream, 'drain')
  stream.end()
  await once(stream, 'close')
}

function secdash(args: readonly string[]) {
  const cli = join(import.meta.dirname, '..', '..', 'src', 'cli.ts')
  const meter = join(import.meta.dirname, '..', 'support', 'peak-memory.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', meter, cli, ...args],
    {
      encoding: 'utf8',
      env: {},
    },
  )
  const peak = Number(/peak (\d+) MB\n$/.exec(stderr)?.[1] ?? Number.NaN)
  return { status, peak, output: stdout + stderr }
}
