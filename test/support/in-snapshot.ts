import type { Kysely } from 'kysely'
import type { Engine } from '../../src/database/engine.ts'
import type { Tables } from '../../src/database/schema/tables.ts'
import { beginSnapshot, readSnapshot, type Snapshot } from '../../src/database/snapshot.ts'

/** Reads in one snapshot, as the service does, over a session of the test's own. */
export async function inSnapshot<Result>(
  engine: Engine,
  db: Kysely<Tables>,
  notice: Snapshot['notice'],
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  await beginSnapshot(engine, db)
  return readSnapshot(engine, db, notice, read)
}
