// npx node test/long/cut-reports.ts TOOL FILE [FIRST [LAST]]
// Cuts a report behind every tenth line and reads each cut, or those from the FIRST to the LAST one,
// counted from 1: several processes can share the work. Ends with exit code 1 when one is taken for
// the whole: not refused, and either clean or with as many findings.
import { readFileSync } from 'node:fs'
import { Refused } from '../../src/importers/refused.ts'
import { lineCuts } from '../support/cuts.ts'
import { imported } from '../support/imported.ts'

const [tool, path, first = '1', last = 'Infinity'] = process.argv.slice(2)
if (tool === undefined || path === undefined) {
  console.error('usage: npx node test/long/cut-reports.ts TOOL FILE [FIRST [LAST]]')
  process.exit(2)
}
const content = readFileSync(path)
const { length } = content.toString('latin1').trimEnd()
const whole = await imported(tool, content)
const began = performance.now()
let [cuts, refused, problems] = [0, 0, 0]
for (const [index, cut] of [...lineCuts(content)].entries()) {
  // What only a line end is missing of is whole.
  if (cut.length >= length || index + 1 < Number(first) || index + 1 > Number(last)) continue
  cuts += 1
  try {
    const { findings, malwareRuns } = await imported(tool, cut)
    const isClean = malwareRuns.at(-1)?.status === 'clean'
    if (isClean || (whole.findings.length > 0 && findings.length >= whole.findings.length)) {
      problems += 1
      console.log(`${cut.length} bytes are taken for the whole`)
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    refused += 1
  }
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${path}: ${cuts} cuts, ${refused} refused, ${problems} problems, ${seconds} s`)
process.exitCode = problems === 0 ? 0 : 1
