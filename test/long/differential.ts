// npx node test/long/differential.ts PAIRS [SEED]
// Generates data sets and requests, and compares the bodies of all engines byte for byte.
import { compareEngines } from '../support/differential/run.ts'
import { enginesToTest } from '../support/engines.ts'
import { startDatabase } from '../support/servers/all.ts'

const [pairs = '200', seed = '1'] = process.argv.slice(2)
const engines = enginesToTest()
const databases = await Promise.all(engines.map(startDatabase))
try {
  const result = await compareEngines(
    databases.map(({ url }) => url),
    Number(pairs),
    Number(seed),
    (done) => {
      if (done % 1000 === 0) console.log(done)
    },
  )
  console.log(
    `${engines.join(', ')}: ${result.pairs} pairs over ${result.dataSets} data sets, seed ${seed}`,
  )
  console.log(
    `statuses ${JSON.stringify(result.statuses)}, differences ${result.differences.length}`,
  )
  for (const line of result.differences.slice(0, 20)) console.log(`  ${line}`)
  process.exitCode = result.differences.length === 0 ? 0 : 1
} finally {
  for (const { destroy } of databases) await destroy()
}
