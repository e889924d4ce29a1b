// Ours, a bare server with the same bytes, and what users have today, in turns.
import {
  type Bench,
  type Database,
  letRest,
  type Measured,
  measure,
  WARM_UP_SECONDS,
  withSides,
} from '../bench.ts'
import { assertSame } from '../measure/same-answers.ts'
import { interleaved, median } from '../measure/statistics.ts'
import { missingForPhp, startPhp } from '../peers/php.ts'
import { startPlain } from '../peers/plain.ts'
import { QUESTIONS } from '../questions.ts'
import { judge, us } from '../report.ts'
import { startBare } from '../sides/bare.ts'
import { startService } from '../sides/service.ts'
import type { Side } from '../sides/side.ts'

type Compared = 'malware' | 'findings'
const COMPARED: readonly Compared[] = ['malware', 'findings']
const PHP = 'nginx + PHP-FPM'
/** Shows what a fresh answer takes in Node where nothing is checked, nor kept from standing still. */
const PLAIN = 'plain node:http'
const MANY = 64
/** One is answered while the other waits for its turn: no side ever rests. */
const BUSY = 2

type Condition = 'unchanged' | 'changing' | 'fresh'

interface Contender {
  readonly name: string
  readonly side: Side
  readonly database: Database | null
  readonly condition: Condition
}

const ABOUT = [
  `Unchanged: the same question over ${MANY} connections while nothing is written.`,
  'Changing: the same, but something is written before each request. MariaDB runs with a binary log; without one, all of its answers are computed.',
  `Fresh: ${BUSY} connections, something is written before each request, and ours runs with MEMORY=0, so that each answer is computed for one request: otherwise one that had to wait is often given what the one before it has left.`,
  'Plain: a short program with node:http and node:sqlite, without threads, checks or deadlines.',
  `Processor time is that of all processes of a side, with the database server's. On a server what is written before a request is part of that.`,
].join(' ')

export async function sideBySide(bench: Bench): Promise<void> {
  const missing = missingForPhp()
  if (missing.length > 0) {
    bench.report.skipped.push(
      `nginx with PHP-FPM, because of missing packages: apt-get install ${missing.join(' ')}`,
    )
  }
  for (const size of bench.options.sizes) {
    const databases = bench.databases.filter((it) => it.size === size)
    await withSides(async (keep) => {
      const ours = new Map<Database, Side>()
      const forgetful = new Map<Database, Side>()
      const php = new Map<Database, Side>()
      const plain = new Map<Database, Side>()
      for (const database of databases) {
        ours.set(database, await keep(startService(database.url)))
        forgetful.set(database, await keep(startService(database.url, { remembers: false })))
        if (database.engine === 'sqlite') plain.set(database, await keep(startPlain(database.url)))
        if (database.engine === 'postgres' || missing.length > 0) continue
        php.set(database, await keep(startPhp(database.url)))
      }
      for (const question of COMPARED) {
        for (const [database, peer] of [...php, ...plain]) {
          await assertSame(QUESTIONS[question].path, [
            ['ours', ours.get(database)?.port ?? 0],
            [peer === plain.get(database) ? PLAIN : PHP, peer.port],
          ])
        }
        const [first] = ours.values()
        const like = `http://127.0.0.1:${first?.port}${QUESTIONS[question].path}`
        const bare = await keep(startBare(bench.folder, like))
        const contenders = contendersOf({ ours, forgetful, php, plain, bare })
        await compare(bench, question, contenders, size === 'small')
      }
    })
  }
}

type Sides = ReadonlyMap<Database, Side>

function contendersOf(all: {
  readonly ours: Sides
  /** Ours with `MEMORY=0`: whatever it answers was computed for that request. */
  readonly forgetful: Sides
  readonly php: Sides
  readonly plain: Sides
  readonly bare: Side
}): Contender[] {
  const contenders = (name: string, sides: Sides, condition: Condition) =>
    [...sides].map(([database, side]) => ({
      name: `${name}, ${database.engine}`,
      side,
      database,
      condition,
    }))
  return [
    { name: 'bare node:http', side: all.bare, database: null, condition: 'unchanged' },
    ...contenders('ours', all.ours, 'unchanged'),
    ...contenders('ours', all.ours, 'changing'),
    ...contenders('ours', all.forgetful, 'fresh'),
    ...contenders(PLAIN, all.plain, 'fresh'),
    ...contenders(PHP, all.php, 'unchanged'),
    ...contenders(PHP, all.php, 'changing'),
    ...contenders(PHP, all.php, 'fresh'),
  ]
}

async function compare(
  bench: Bench,
  question: Compared,
  contenders: readonly Contender[],
  isJudged: boolean,
): Promise<void> {
  const { path } = QUESTIONS[question]
  const { rounds, seconds, short } = bench.options
  const size = contenders.find((it) => it.database)?.database?.size
  console.error(`side by side: ${question}, ${size}`)
  const measured =
    (seconds: number) =>
    async ({ side, database, condition }: Contender) => {
      if (condition === 'unchanged') await letRest(bench, side, database, path)
      return measure(bench, side, database, {
        path,
        seconds,
        requests: short ? 200 : Number.MAX_SAFE_INTEGER,
        connections: condition === 'fresh' ? BUSY : MANY,
        touch: condition === 'unchanged' ? null : (database?.url ?? null),
      })
    }
  // Threads start, plans are made, code is compiled: V8 goes on with that for thousands of requests.
  await interleaved(1, contenders, measured(isJudged ? WARM_UP_SECONDS : seconds))
  const results = await interleaved(rounds, contenders, measured(seconds))

  const middle = (contender: Contender, figure: (it: Measured) => number) =>
    median((results.get(contender) ?? []).map(figure))
  bench.report.tables.push({
    title: `Side by side: ${question}, ${size} data`,
    about: ABOUT,
    columns: ['side', 'data', 'requests/s', 'CPU a request', 'median', 'body', 'load', 'not 200'],
    rows: contenders.map((it) => [
      it.name,
      it.condition,
      middle(it, ({ perSecond }) => perSecond).toFixed(0),
      us(middle(it, ({ cpuUs }) => cpuUs)),
      us(middle(it, ({ p50 }) => p50 * 1000)),
      `${(middle(it, ({ bytes }) => bytes) / 1000).toFixed(1)} kB`,
      `${(100 * middle(it, ({ busy }) => busy)).toFixed(0)} %`,
      [...new Set(results.get(it)?.flatMap(({ problems }) => problems))].join('; ') || 'none',
    ]),
  })
  if (isJudged) judgeAll(bench, question, contenders, middle)
}

function judgeAll(
  { report }: Bench,
  question: Compared,
  contenders: readonly Contender[],
  middle: (contender: Contender, figure: (it: Measured) => number) => number,
): void {
  const figure = (name: string, condition: string, of: 'perSecond' | 'cpuUs') => {
    const found = contenders.find((it) => it.name === name && it.condition === condition)
    return found === undefined ? Number.NaN : middle(found, (it) => it[of])
  }
  const nextToBare = (engine: string) =>
    figure(`ours, ${engine}`, 'unchanged', 'perSecond') /
    figure('bare node:http', 'unchanged', 'perSecond')
  const nextToPhp = (condition: string) =>
    figure('ours, sqlite', condition, 'cpuUs') / figure(`${PHP}, sqlite`, condition, 'cpuUs')
  const name = `${question}, unchanged data, ${MANY} connections, throughput next to bare node:http`
  judge(report, `${name}: SQLite`, nextToBare('sqlite'), {
    least: question === 'malware' ? 0.75 : 0.85,
  })
  if (question === 'malware') {
    judge(report, `${name}: PostgreSQL`, nextToBare('postgres'), { least: 0.7 })
  }
  judge(
    report,
    `CPU of a fresh ${question} answer next to nginx + PHP-FPM, SQLite`,
    nextToPhp('fresh'),
    { most: question === 'malware' ? 1 / 2.5 : 1 / 1.5 },
  )
  // Not of findings: to hand over 365 kB takes the bare server itself more than that.
  if (question === 'malware') {
    judge(
      report,
      `CPU of a remembered ${question} answer next to nginx + PHP-FPM, SQLite`,
      nextToPhp('unchanged'),
      { most: 1 / 40 },
    )
  }
}
