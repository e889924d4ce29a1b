// npx node test/long/faults-servers.ts ENGINE FAULT COUNT [SEED]
// Breaks a real database server COUNT times under load and prints how soon the service recovered.
import { type CycleResult, FAULTS } from '../support/faults/cycle.ts'
import { type ServerEngine, startSuffering } from '../support/faults/run.ts'

const [engine, fault, count, seed = '1'] = process.argv.slice(2)
if (
  !['postgres', 'mariadb'].includes(engine ?? '') ||
  !Object.hasOwn(FAULTS, fault ?? '') ||
  !Number(count)
) {
  console.error(
    'usage: npx node test/long/faults-servers.ts postgres|mariadb kill|freeze|partition COUNT [SEED]',
  )
  process.exit(2)
}

let cycles = 0
const tell = ({ recoveredMs, slowestMs, failures, complaints }: CycleResult) => {
  cycles += 1
  if (cycles % 10 === 0 || complaints.length > 0) {
    console.log(
      cycles,
      `recovered ${recoveredMs.toFixed()} ms, slowest ${slowestMs.toFixed()} ms, ${failures} failures`,
      complaints.slice(0, 3),
    )
  }
}
const { suffer, stop } = await startSuffering(engine as ServerEngine)
const { results, leaks } = await suffer(
  fault as keyof typeof FAULTS,
  Number(count),
  Number(seed),
  tell,
).finally(stop)
const times = results.map(({ recoveredMs }) => recoveredMs).sort((a, b) => a - b)
const at = (share: number) =>
  times[Math.min(times.length - 1, Math.floor(share * times.length))]?.toFixed()
const complaints = results.flatMap((it) => it.complaints)
const slowest = Math.max(...results.map(({ slowestMs }) => slowestMs))
console.log(`${engine} ${fault}: ${results.length} cycles, seed ${seed}`)
console.log(`recovery ms: median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(1)}`)
console.log(
  `slowest answer ${slowest.toFixed()} ms, complaints ${complaints.length}, leaks ${leaks.length}`,
)
for (const line of [...complaints, ...leaks].slice(0, 10)) console.log(`  ${line}`)
process.exitCode =
  complaints.length + leaks.length + times.filter((it) => it > 1_000).length > 0 ? 1 : 0
