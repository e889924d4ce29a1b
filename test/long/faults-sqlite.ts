// npx node test/long/faults-sqlite.ts [CYCLES] [SEED] [MINUTES]
// Fault after fault befalls the database of a running service, at most for MINUTES (8). Ends with
// exit code 1 when an answer is not the contract's, comes later than the deadline, or is not good
// again within a second of the cause being gone.
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { expectFault, expectGood } from '../support/fault-checks.ts'
import { createDatabase, emptyLog, FAULTS, type Fault, LOCKED } from '../support/faults.ts'
import { elsewhere } from '../support/other-process.ts'
import { startService } from '../support/started-service.ts'

const DEADLINE_MS = 5_000
const RECOVERY_MS = 1_000

const [cycles = 200, seed = Date.now() % 2 ** 31, minutes = 8] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'secdash-faults-'))
const until = Date.now() + minutes * 60_000

/** A file with a service of its own, and the generation that the file holds. */
async function subject(name: string, faults: readonly Fault[]) {
  const path = join(folder, name)
  await createDatabase(path, 1)
  copyFileSync(path, `${path}.copy`)
  return {
    path,
    faults,
    g: 1,
    start: () => startService(`sqlite:${path}`, { 'log-level': 'fatal' }),
  }
}

const withLog = await subject('log.db', FAULTS)
const locked = await subject('locked.db', [LOCKED])
const db = new DatabaseSync(locked.path)
db.exec('pragma journal_mode = delete')
db.close()
const services = new Map([
  [withLog, await withLog.start()],
  [locked, await locked.start()],
])

// The same numbers from the same seed.
let state = seed
const random = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return (state >>> 8) % below
}

const worst = { answer: 0, recovery: 0 }
const counts = new Map<string, number>()
const problems: string[] = []
const loop = monitorEventLoopDelay({ resolution: 5 })
loop.enable()

let cycle = 0
for (; cycle < cycles && Date.now() < until; cycle++) {
  // One in ten is a lock, and one in ten a file that is replaced.
  const kind = random(10)
  const it = kind === 0 ? locked : withLog
  const service = services.get(it)
  if (service === undefined) throw new Error('no service')
  const name = kind === 1 ? 'replaced' : it.faults[random(it.faults.length)]?.name
  counts.set(name ?? '', 1 + (counts.get(name ?? '') ?? 0))
  try {
    await expectGood(service, it.g)
    const fault = it.faults.find((fault) => fault.name === name)
    if (fault === undefined) await replace(it)
    else await suffer(service, fault, it.path)
    const cured = performance.now()
    await expectGood(service, it.g)
    note('recovery', performance.now() - cured, RECOVERY_MS, name)
  } catch (error) {
    problems.push(`cycle ${cycle}, ${name}: ${(error as Error).message}`)
    break
  }
}
loop.disable()
for (const service of services.values()) await service.stop()
rmSync(folder, { recursive: true })

const ms = (value: number) => `${value.toFixed(0)} ms`
console.log(`${cycle} cycles, seed ${seed}:`, Object.fromEntries(counts))
console.log(`slowest seven answers at once during a fault: ${ms(worst.answer)}`)
console.log(`slowest return of all seven good answers: ${ms(worst.recovery)}`)
console.log(`event loop delay: p99 ${ms(loop.percentile(99) / 1e6)}, most ${ms(loop.max / 1e6)}`)
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1

async function suffer(service: Parameters<typeof expectFault>[0], fault: Fault, path: string) {
  const cure = await fault.cause(path)
  const began = performance.now()
  await expectFault(service, fault)
  note('answer', performance.now() - began, DEADLINE_MS, fault.name)
  await cure()
}

/** By a file of the next generation, in one step or in place. */
async function replace(it: { path: string; g: number }) {
  it.g++
  await createDatabase(`${it.path}.next`, it.g)
  copyFileSync(`${it.path}.next`, `${it.path}.copy`)
  // SQLite would put the old file's log on top of the new one.
  await emptyLog(it.path)
  if (random(2) === 0) renameSync(`${it.path}.next`, it.path)
  else await elsewhere(it.path, `fs.copyFileSync(path + '.next', path)`)
  rmSync(`${it.path}.next`, { force: true })
}

function note(what: keyof typeof worst, took: number, limit: number, name = '') {
  worst[what] = Math.max(worst[what], took)
  if (took > limit) problems.push(`${name}: ${what} took ${ms(took)}`)
}
