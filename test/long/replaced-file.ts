// npx node test/long/replaced-file.ts [REPLACEMENTS] [MINUTES]
// The file of a running service is replaced and written to while it is asked without a pause, at
// most for MINUTES (15). Ends with exit code 1 when an answer is torn, stale or an error, or when
// the service ends: what SQLite shares between threads may be cut off by whoever opens the new file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../support/faults.ts'
import { problemsOfReplacements } from '../support/replacements.ts'
import { startServingProcess } from '../support/serving-process.ts'

const [replacements = 400, minutes = 15] = process.argv.slice(2).map(Number)
const folder = mkdtempSync(join(tmpdir(), 'secdash-replaced-'))
const path = join(folder, 'test.db')
await createDatabase(path, 1)
const service = await startServingProcess(`sqlite:${path}`, { readers: 4 })
const { problems, replaced } = await problemsOfReplacements(path, service, {
  replacements,
  untilMs: Date.now() + minutes * 60_000,
})
await service.kill()
rmSync(folder, { recursive: true })

console.log(`${replaced} replacements, ${problems.length} problems`)
for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
