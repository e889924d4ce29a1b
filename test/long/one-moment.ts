// npx node test/long/one-moment.ts ENGINE [RESPONSES] [CLIENTS] [MINUTES]
// As many responses as asked for, at most for MINUTES (8), while another process rewrites the data
// without a pause. Ends with exit code 1 when one of them is torn, stale, or wrong in any member.
import { bodyOf } from '../../src/answers/questions.ts'
import { engineAt } from '../../src/database/connect.ts'
import { encodeJson } from '../../src/json.ts'
import { momentOf } from '../../src/time.ts'
import { isEngineName } from '../support/engines.ts'
import { problemsOf } from '../support/generation-check.ts'
import { askWhileWriting } from '../support/one-moment-run.ts'
import { startDatabase } from '../support/servers/all.ts'
import { startService } from '../support/started-service.ts'
import { startWriter } from '../support/writer-process.ts'

const NAIVE_READS = 2_000

const [name, ...numbers] = process.argv.slice(2)
const [responses = 50_000, clients = 8, minutes = 8] = numbers.map(Number)
if (!isEngineName(name)) {
  console.error(
    'usage: npx node test/long/one-moment.ts sqlite|postgres|mariadb [RESPONSES] [CLIENTS] [MINUTES]',
  )
  process.exit(2)
}
const { url, destroy } = await startDatabase(name)
const engine = engineAt(url)

const writer = await startWriter(url)
const service = await startService(url, { 'log-level': 'warn' })
// Reader threads take a while to start.
while ((await service.get('/api/malware.php')).status !== 200);
const began = performance.now()
const run = await askWhileWriting(service, writer, {
  responses,
  clients,
  until: Date.now() + minutes * 60_000,
})
const seconds = (performance.now() - began) / 1000
await service.stop()
const naive = await readNaively()
const last = await writer.stop()
await destroy()

console.log(
  `${name}: ${run.responses} responses to ${clients} clients in ${seconds.toFixed(1)} s, ` +
    `${last} generations written, ${run.generations} of them seen`,
)
console.log(`torn, stale or wrong: ${run.problems.length}`)
console.log(`control, malware read without a snapshot: ${naive} of ${NAIVE_READS} torn or wrong`)
for (const problem of run.problems.slice(0, 20)) console.log(problem)
for (const line of service.logged.slice(0, 20)) console.log(JSON.stringify(line))
if (run.problems.length > 0 || naive === 0) process.exitCode = 1

/** The same reader without the transaction: the check must be able to fail. */
async function readNaively(): Promise<number> {
  const session = await engine.openSession()
  const snapshot = { db: session.db as never, engine: engine.expressions, notice() {} }
  let wrong = 0
  for (let i = 0; i < NAIVE_READS; i++) {
    const now = momentOf(Date.now(), 'UTC')
    const body = await bodyOf(snapshot, { ask: 'malware' }, now, () => {})
    if (problemsOf('/api/malware.php', JSON.parse(encodeJson(body))).length > 0) wrong++
  }
  await session.close()
  return wrong
}
