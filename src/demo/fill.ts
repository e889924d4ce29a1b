// Stores the demo, as if it had been imported, in a database that has the tables and nothing in them.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Engine } from '../database/engine.ts'
import { TABLE_NAMES } from '../database/schema/schema.ts'
import type { StoreOptions } from '../store/options.ts'
import type { Source } from '../store/reading/source.ts'
import { surveyOf } from '../store/reading/survey.ts'
import { decide } from '../store/resolving/resolve.ts'
import { storeFile } from '../store/store.ts'
import { inOneTransaction, type Writer } from '../store/writing/writing.ts'
import { type Moment, momentOf, wallClock } from '../time.ts'
import type { DemoDecision } from './decision.ts'
import { type DemoLog, demoOf } from './reports.ts'

const SEED = 1

export async function fillDemo(engine: Engine, nowMs: number, timezone: string): Promise<void> {
  const now = momentOf(nowMs, timezone)
  const { logs, decisions } = demoOf(now, SEED)
  await inOneTransaction(engine, false, async (db) => {
    for (const log of logs) await storeLog(db, log, now)
    for (const decision of decisions) await storeDecision(db, decision, now)
  })
}

async function storeLog(db: Writer, log: DemoLog, { epochSeconds: now, zone }: Moment) {
  const options: StoreOptions = {
    zone,
    now,
    server: null,
    serverType: null,
    date: null,
    scope: [],
    thisMachine: 'demo',
    fallback: { at: now, from: 'now' },
  }
  const source = sourceOf(log)
  await storeFile(db, source, await surveyOf(source, options), options)
}

const sourceOf = ({ tool, name, reports }: DemoLog): Source => ({
  tool,
  name,
  size: reports.length,
  hashes: async () => ({
    whole: hash('sha256', `${name} ${reports.length}`),
    parts: new Map(),
  }),
  async *reports() {
    yield* reports
  },
})

async function storeDecision(db: Writer, decision: DemoDecision, { zone }: Moment): Promise<void> {
  const { kind, by, note, at } = decision
  await decide(db, {
    kind,
    ids: await idsOf(db, decision),
    reopen: false,
    by,
    note,
    at: wallClock({ epochSeconds: at, zone }),
  })
}

async function idsOf(db: Writer, decision: DemoDecision): Promise<number[]> {
  const rows =
    decision.kind === 'detection'
      ? await db
          .selectFrom('malware_detections')
          .select('detection_id as id')
          .where('file_path', '=', decision.path)
          .where('malware_signature', '=', decision.signature)
          .execute()
      : await db
          .selectFrom('compliance_findings as finding')
          .innerJoin('compliance_scans as scan', 'scan.scan_id', 'finding.scan_id')
          .select('finding.finding_id as id')
          .where('finding.check_id', '=', decision.check)
          .where('scan.server_name', '=', decision.server)
          .where('finding.status', '=', 'fail')
          .where('finding.resolved_at', 'is', null)
          .execute()
  return rows.map(({ id }) => id)
}

/** Whether any of the tables holds a row. */
export async function holdsData(engine: Engine): Promise<boolean> {
  const db = await engine.openForWriting()
  try {
    for (const table of TABLE_NAMES) {
      const row = await db
        .selectFrom(table)
        .select(sql.lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
      if (row !== undefined) return true
    }
    return false
  } finally {
    await db.destroy()
  }
}
