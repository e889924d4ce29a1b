// npx node test/long/forged-requests.ts passwords|sessions [COUNT] [SEED]
// Sends COUNT (100,000) requests that say who asks through a real nginx, as docs/deploying.md has it.
// Ends with exit code 1 when one gets data without a login, or the service takes one for another.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from '../support/folders.ts'
import { fillFuzzDatabase } from '../support/fuzz-database.ts'
import { behindNginx } from '../support/proxy/behind-nginx.ts'
import { FORMS } from '../support/proxy/documented-site.ts'
import { forge } from '../support/proxy/forging.ts'

const [given, ...numbers] = process.argv.slice(2)
const [count = 100_000, seed = 1] = numbers.map(Number)
const form = FORMS.find((it) => it === given)
if (form === undefined) {
  console.error(`usage: npx node test/long/forged-requests.ts ${FORMS.join('|')} [COUNT] [SEED]`)
  process.exit(2)
}
const folder = newFolder('forged')
const database = `sqlite:${join(folder, 'forged.db')}`
await fillFuzzDatabase(database)
const behind = await behindNginx(database, form)
try {
  const { violations, ...report } = await forge(behind, { form, count, seed })
  for (const violation of violations.slice(0, 20)) console.error(violation)
  console.log(JSON.stringify({ form, seed, ...report, violations: violations.length }, null, 2))
  process.exitCode = violations.length === 0 ? 0 : 1
} finally {
  await behind.stop()
  rmSync(folder, { recursive: true })
}
