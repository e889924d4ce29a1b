// npx node test/long/freshness.ts KIND [COUNT] [SEED]
// Commits COUNT (20,000) changes, one by one, and asks for each at once, while eight clients go on
// asking. Ends with exit code 1 when an answer does not show what was committed before it was asked.
import { isKind, KINDS } from '../support/freshness/databases.ts'
import { runFreshness } from '../support/freshness/run.ts'

const CLIENTS = 8

const [kind, ...numbers] = process.argv.slice(2)
const [count = 20_000, seed = 1] = numbers.map(Number)
if (!isKind(kind)) {
  console.error(`usage: npx node test/long/freshness.ts ${KINDS.join('|')} [COUNT] [SEED]`)
  process.exit(2)
}
const began = performance.now()
const { stale, others, recalled, errors } = await runFreshness(kind, {
  count,
  seed,
  clients: CLIENTS,
})
const seconds = ((performance.now() - began) / 1000).toFixed(1)
const ofThese = recalled === undefined ? '' : `, ${recalled} answers from memory`
console.log(
  `${kind}: ${count} probes, seed ${seed}, ${others} other answers${ofThese}, ${seconds} s`,
)
console.log(`stale: ${stale.length}, errors: ${errors.length}`)
for (const line of [...stale, ...new Set(errors)].slice(0, 10)) console.log(`  ${line}`)
process.exitCode = stale.length > 0 ? 1 : 0
