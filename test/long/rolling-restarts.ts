// npx node test/long/rolling-restarts.ts [COUNT] [documented|default]
// Restarts two instances in turns, COUNT (200) times in all, behind a real nginx as docs/scaling.md has it,
// or with what nginx does by default. Ends with exit code 1 when a request got another answer than 200.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../support/folders.ts'
import { fillFuzzDatabase } from '../support/fuzz-database.ts'
import { rollingRestarts } from '../support/proxy/rolling-restarts.ts'

const [count = '200', which = 'documented'] = process.argv.slice(2)
const restarts = Number(count)
if (!(restarts >= 1) || !['documented', 'default'].includes(which)) {
  console.error('usage: npx node test/long/rolling-restarts.ts [COUNT] [documented|default]')
  process.exit(2)
}
const folder = newFolder('rolling')
const database = `sqlite:${join(folder, 'rolling.db')}`
await fillFuzzDatabase(database)
try {
  const { asked, failed } = await rollingRestarts(database, {
    restarts,
    ...(which === 'default' && { change: (site) => site.replaceAll(' max_fails=0', '') }),
  })
  for (const text of [...new Set(failed)].slice(0, 10)) console.error(text)
  console.log(`${count} restarts, ${which}: ${asked} requests, ${failed.length} failed`)
  process.exitCode = failed.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
