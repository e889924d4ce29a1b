// Every endpoint and action at both sizes on every engine: what each costs when it is fresh.
import type { EngineName } from '../../test/support/engines.ts'
import { type Bench, type Database, type Measured, measure, withSides } from '../bench.ts'
import type { SizeName } from '../data/sizes.ts'
import { interleaved, median } from '../measure/statistics.ts'
import { type BenchQuestion, isOfFixedSize, QUESTIONS, type QuestionName } from '../questions.ts'
import { judge, ratio, us } from '../report.ts'
import { startService } from '../sides/service.ts'
import type { Side } from '../sides/side.ts'

const NAMES = Object.keys(QUESTIONS) as QuestionName[]
const FIXED_MOST = 1.5
/** Enough of each in a round; heavy answers are fewer, because the time is up. */
const REQUESTS = 1_000

interface Case {
  readonly name: QuestionName
  readonly database: Database
  readonly side: Side
}

export async function everyAnswer(bench: Bench): Promise<void> {
  for (const engine of bench.options.engines) {
    console.error(`every answer: ${engine}`)
    await withSides(async (keep) => {
      const cases: Case[] = []
      for (const database of bench.databases.filter((it) => it.engine === engine)) {
        const side = await keep(startService(database.url))
        cases.push(...NAMES.map((name) => ({ name, database, side })))
      }
      const one = ({ name, database, side }: Case) =>
        measure(bench, side, database, {
          path: QUESTIONS[name].path,
          seconds: bench.options.seconds / 4,
          requests: REQUESTS,
          touch: database.url,
        })
      await interleaved(1, cases, one)
      tabulate(bench, engine, cases, await interleaved(bench.options.rounds, cases, one))
    })
  }
}

interface Costs {
  readonly ms: number
  readonly cpuUs: number
  readonly bytes: number
  readonly problems: readonly string[]
}

function costsOf(rounds: readonly Measured[]): Costs {
  const middle = (figure: (it: Measured) => number) => median(rounds.map(figure))
  return {
    ms: middle(({ p50 }) => p50),
    cpuUs: middle(({ cpuUs }) => cpuUs),
    bytes: middle(({ bytes }) => bytes),
    problems: [...new Set(rounds.flatMap(({ problems }) => problems))],
  }
}

function tabulate(
  { report, options }: Bench,
  engine: EngineName,
  cases: readonly Case[],
  results: ReadonlyMap<Case, Measured[]>,
): void {
  const costs = (name: QuestionName, size: SizeName) => {
    const found = cases.find((it) => it.name === name && it.database.size === size)
    return found && costsOf(results.get(found) ?? [])
  }
  const rows = NAMES.map((name) => {
    const question: BenchQuestion = QUESTIONS[name]
    const [small, fleet] = [costs(name, 'small'), costs(name, 'fleet')]
    // What failed cost something else.
    const isComparable = small?.problems.length === 0 && fleet?.problems.length === 0
    const cpu = isComparable ? fleet.cpuUs / small.cpuUs : Number.NaN
    const perByte = isComparable ? cpu / (fleet.bytes / small.bytes) : Number.NaN
    if (isOfFixedSize(question) && options.sizes.length > 1) {
      judge(report, `${name}, ${engine}: CPU a byte, fleet next to small`, perByte, {
        most: FIXED_MOST,
      })
    }
    return [
      name,
      ...cells(small),
      ...cells(fleet),
      Number.isFinite(cpu) ? ratio(cpu) : '',
      Number.isFinite(perByte) ? ratio(perByte) : '',
      question.grows,
      [...(small?.problems ?? []), ...(fleet?.problems ?? [])].join('; ') || 'none',
    ]
  })
  report.tables.push({
    title: `Every answer: ${engine}`,
    about:
      'One request after the other; something is written before each, so that every answer is a fresh one. CPU is that of the service and of the database server. The ratios are of CPU, fleet to small. Findings of all servers do not stay within 1.5: `total_findings` counts every active finding, 300,000 in the fleet, and no engine counts part of a table without reading an entry of an index for each.',
    columns: [
      ...['answer', 'small: time', 'CPU', 'body', 'fleet: time', 'CPU', 'body'],
      ...['ratio', 'ratio a byte', 'grows', 'not 200'],
    ],
    rows,
  })
}

const cells = (costs: Costs | undefined): string[] =>
  costs === undefined
    ? ['', '', '']
    : [us(costs.ms * 1000), us(costs.cpuUs), `${(costs.bytes / 1000).toFixed(1)} kB`]
