// npx node test/long/fuzz-importers.ts [TOOL|all] [COUNT] [SEED]
// Damages real reports of a tool COUNT times (20,000) and imports each. Ends with exit code 1 when one
// of them is neither stored whole nor refused.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineAt } from '../../src/database/connect.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { IMPORTERS } from '../../src/importers/registry.ts'
import { fuzz, reportsByTool } from '../support/fuzz-importers.ts'

/** A database of its own for so many, so that it stays small. */
const LOT = 1_000

const [wanted = 'all', countText = '20000', seedText = '20261115'] = process.argv.slice(2)
const count = Number(countText)
const reports = await reportsByTool()
let failed = false

const tools = IMPORTERS.map(({ tool }) => tool)
if (wanted !== 'all' && !reports.has(wanted)) {
  console.error(
    tools.includes(wanted)
      ? `no reports of ${wanted} are at hand: put some into test/reports/${wanted}, or name a folder of them in SECDASH_TEST_REPORTS`
      : `usage: npx node test/long/fuzz-importers.ts [${tools.join('|')}|all] [COUNT] [SEED]`,
  )
  process.exit(2)
}

for (const importer of IMPORTERS) {
  const paths = reports.get(importer.tool)
  if (paths === undefined || (wanted !== 'all' && wanted !== importer.tool)) continue
  const began = performance.now()
  const total = { stored: 0, refused: 0, problems: 0 }
  for (let done = 0; done < count; done += LOT) {
    const folder = mkdtempSync(join(tmpdir(), 'secdash-fuzz-'))
    const engine = engineAt(`sqlite:${join(folder, 'fuzz.db')}`)
    await migrate(engine)
    const lot = { count: Math.min(LOT, count - done), seed: Number(seedText) + done }
    const run = await fuzz(engine, importer, paths, lot)
    rmSync(folder, { recursive: true })
    total.stored += run.stored
    total.refused += run.refused
    total.problems += run.problems.length
    for (const problem of run.problems.slice(0, 3)) console.log(problem)
  }
  failed ||= total.problems > 0
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${importer.tool}: ${count} damaged reports, ${total.stored} stored, ${total.refused} refused, ${total.problems} problems, ${seconds} s`,
  )
}
process.exitCode = failed ? 1 : 0
