// npx node test/long/requests.ts COUNT [SEED] [MINUTES]
// Sends generated requests to `secdash serve` in a process of its own, at most for MINUTES (10).
// Exits with 1 on any violation: a crash, a 5xx, an answer that is not as expected or documented.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillFuzzDatabase } from '../support/fuzz-database.ts'
import { fuzzRequests } from '../support/request-fuzz.ts'
import { spawnService } from '../support/spawned-service.ts'

const [count = 2_000, seed = Date.now() % 2 ** 31, minutes = 10] = process.argv.slice(2).map(Number)

const folder = mkdtempSync(join(tmpdir(), 'secdash-fuzz-'))
const database = `sqlite:${join(folder, 'fuzz.db')}`
await fillFuzzDatabase(database)

const log = { requests: 0, broken: 0, alarming: [] as string[] }
const { child, port } = await spawnService(['--database', database], (line) => {
  const { msg, level } = JSON.parse(line) as { msg: string; level: number }
  if (msg === 'request') log.requests++
  if (msg === 'broken request') log.broken++
  if (level > 30) log.alarming.push(line)
})
const exited = once(child, 'close')

const start = Date.now()
const report = await fuzzRequests({ port, count, seed, until: start + minutes * 60_000 })
const seconds = (Date.now() - start) / 1000
const isAlive = child.exitCode === null && child.signalCode === null
child.kill('SIGTERM')
const [code] = await exited
rmSync(folder, { recursive: true })

const problems = [
  ...report.violations,
  ...(isAlive && code === 0 ? [] : [`the service ended with ${code}`]),
  ...(log.requests >= report.wellFormed ? [] : ['a request has no line in the log']),
  ...log.alarming.slice(0, 20).map((line) => `logged ${line}`),
]
for (const problem of problems) console.error(problem)
console.log(JSON.stringify({ seed, seconds, ...report, log, violations: problems.length }, null, 2))
process.exitCode = problems.length === 0 ? 0 : 1
