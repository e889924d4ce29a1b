// How many rows a server read for one question, by its own count: work, whatever the machine's speed.
import { sql } from 'kysely'
import { bodyOf, type Question } from '../../../src/answers/questions.ts'
import { engineAt } from '../../../src/database/connect.ts'
import type { Session } from '../../../src/database/engine.ts'
import { beginSnapshot, readSnapshot } from '../../../src/database/snapshot.ts'
import { momentOf } from '../../../src/time.ts'
import type { ServerEngine } from '../faults/run.ts'
import { NOW } from '../service.ts'

type Counter = (session: Session) => Promise<Record<string, number>>

const asNumbers = (rows: readonly { name: string; count: unknown }[]) =>
  Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]))

/** Counts since the snapshot began, by table or by kind of read. */
const COUNTERS: Readonly<Record<ServerEngine, { begin: readonly string[]; count: Counter }>> = {
  postgres: {
    // At this size it may read a table whole because that is cheap; asked not to, it does so only
    // where no index serves.
    begin: ['set enable_seqscan = off'],
    // Rows of whole tables that were read one after the other, in this transaction.
    async count({ db }) {
      const { rows } = await sql<{ name: string; count: string }>`
        select relname as name, seq_tup_read as count from pg_stat_xact_user_tables`.execute(db)
      return asNumbers(rows)
    },
  },
  mariadb: {
    begin: ['flush status'],
    async count({ db }) {
      const { rows } = await sql<{ Variable_name: string; Value: string }>`
        show session status where Variable_name like 'Handler_read%'
        or Variable_name in ('Handler_tmp_update', 'Handler_update')`.execute(db)
      return asNumbers(rows.map((row) => ({ name: row.Variable_name, count: row.Value })))
    },
  },
}

export async function rowsRead(
  engineName: ServerEngine,
  url: string,
  question: Question,
  settings: readonly string[] = [],
): Promise<Record<string, number>> {
  const engine = engineAt(url)
  const session = await engine.openSession()
  const { begin, count } = COUNTERS[engineName]
  try {
    for (const statement of [...begin, ...settings]) await sql.raw(statement).execute(session.db)
    await beginSnapshot(engine, session.db)
    return await readSnapshot(
      engine,
      session.db,
      () => {},
      async (snapshot) => {
        await bodyOf(snapshot, question, momentOf(NOW, 'UTC'), () => {})
        return count(session)
      },
    )
  } finally {
    await session.close()
  }
}
