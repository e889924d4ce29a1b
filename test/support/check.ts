// `secdash check` on the database of a test, by an account that may only read.
import { randomUUID } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { CompiledQuery } from 'kysely'
import { Type } from 'typebox'
import { inject, onTestFinished } from 'vitest'
import { type CheckOptions, checkDatabase, type Report } from '../../src/check/check.ts'
import { printed } from '../../src/check/print.ts'
import { CODES, type Code, type Remark } from '../../src/check/remark.ts'
import { TABLE_NAMES, type TableName } from '../../src/database/schema/schema.ts'
import { closed, list } from '../../src/shapes.ts'
import { type TestDatabase, temporaryDatabase } from './database.ts'
import { complianceScan, detection, finding, malwareScan, posture } from './rows.ts'

/** SQLite has no accounts, no clock and no collations to get wrong. */
export const IS_SERVER = inject('engine') !== 'sqlite'

const line = Type.String({ minLength: 1 })

const remarks = list(
  closed({
    level: Type.Enum(['problem', 'advice']),
    code: Type.Enum([...CODES]),
    where: line,
    problem: line,
    fix: line,
  }),
)

export const isRemarks = new Ajv2020({ strict: false }).compile(remarks)

/** Statements of an administrator; where they differ, by engine. */
export async function run({ db }: TestDatabase, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await db.executeQuery(CompiledQuery.raw(statement))
}

/** Never to be seen in what is said. */
export const PASSWORD = 'readers-secret'

export interface Reader {
  /** As statements name it; empty where the engine has no accounts. */
  readonly account: string
  readonly url: string
}

/** An account that has nothing yet. */
export async function newAccount(database: TestDatabase): Promise<Reader> {
  const name = `reader_${randomUUID().slice(0, 8)}`
  const url = database.url.replace(/\/\/[^@]*@/, `//${name}:${PASSWORD}@`)
  switch (inject('engine')) {
    case 'sqlite':
      return { account: '', url }
    case 'postgres':
      await run(database, `create role ${name} login password '${PASSWORD}'`)
      onTestFinished(() => run(database, `drop owned by ${name} cascade`, `drop role ${name}`))
      return { account: name, url }
    case 'mariadb': {
      const account = `'${name}'@'%'`
      await run(database, `create user ${account} identified by '${PASSWORD}'`)
      onTestFinished(() => run(database, `drop user ${account}`))
      return { account, url }
    }
  }
}

/** SELECT on the five tables, and nothing else: the least that serves. */
export async function newReader(database: TestDatabase): Promise<Reader> {
  const reader = await newAccount(database)
  await grantSelect(database, reader, ...TABLE_NAMES)
  return reader
}

export async function grantSelect(
  database: TestDatabase,
  { account }: Reader,
  ...tables: readonly TableName[]
): Promise<void> {
  if (account === '') return
  await run(database, ...tables.map((it) => `grant select on ${it} to ${account}`))
}

/** One row of each table, as it should be, with the id 1. */
export async function fill(database: TestDatabase): Promise<void> {
  await database.insert('malware_scans', malwareScan())
  await database.insert('malware_detections', detection({ scan_id: 1 }))
  await database.insert('compliance_scans', complianceScan())
  await database.insert('compliance_findings', finding({ scan_id: 1 }))
  await database.insert('posture_scores', posture())
}

export interface Checked extends Report {
  readonly text: string
  /** Level, code and where of each remark, apart from what is advised of every SQLite file. */
  readonly found: readonly string[]
  /** The one remark of this code. */
  only(code: Code): Remark
}

export async function check(url: string, options: Partial<CheckOptions> = {}): Promise<Checked> {
  const report = await checkDatabase({
    database: url,
    where: 'the database',
    timezone: 'UTC',
    clock: Date.now,
    deadlineMs: 60_000,
    ...options,
  })
  if (!isRemarks(report.remarks)) throw new Error(JSON.stringify(isRemarks.errors))
  if (JSON.stringify(report).includes(PASSWORD)) throw new Error('the password is told')
  const said = report.remarks.filter(({ level, code }) => `${level} ${code}` !== 'advice can-write')
  return {
    ...report,
    text: printed(report),
    found: said.map(({ level, code, where }) => `${level} ${code} ${where}`),
    only(code) {
      const [remark, ...more] = said.filter((it) => it.code === code)
      if (remark === undefined || more.length > 0) {
        throw new Error(
          `${code} occurs ${remark === undefined ? 0 : 1 + more.length} times: ${JSON.stringify(said)}`,
        )
      }
      return remark
    },
  }
}

/** By the account that owns everything, without what is said about that. */
export async function checkAsAdministrator(
  url: string,
  options?: Partial<CheckOptions>,
): Promise<Checked> {
  const checked = await check(url, options)
  return { ...checked, found: checked.found.filter((it) => !it.includes(' can-write ')) }
}

/** The statements of a fix, as they would be copied from the terminal. */
export const statementsOf = ({ fix }: Remark): string[] =>
  fix.match(/^(create|alter|grant|revoke|update|delete|drop)\b[^;]*(?=;)/gm) ?? []

const FOR_A_READER = 'meant to be the reader, take it away:\n'

/** A remark on an account that could write, cut to the account that is advised instead. */
export const otherAccountOf = (remark: Remark): Remark => ({
  ...remark,
  fix: remark.fix.split(FOR_A_READER)[0] ?? '',
})

/** The same, cut to what is advised of an account that is the right one. */
export const forAReader = (remark: Remark): Remark => ({
  ...remark,
  fix: remark.fix.split(FOR_A_READER).at(-1) ?? '',
})

/** A filled database with an account that may read it. */
export async function checkedDatabase() {
  const database = await temporaryDatabase()
  await fill(database)
  const reader = await newReader(database)
  return {
    database,
    reader,
    run: (...statements: readonly string[]) => run(database, ...statements),
    check: (options?: Partial<CheckOptions>) => check(reader.url, options),
    /** Runs what a remark advises, as an administrator. */
    fix: (remark: Remark) => run(database, ...statementsOf(remark)),
  }
}
