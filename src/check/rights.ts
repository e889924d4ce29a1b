// Rights that the service does not need. Those that it lacks are told with the tables.
import type { Looking } from './looking.ts'
import { advice, problem, type Remark } from './remark.ts'

export const rights = async ({ db, inspector }: Looking): Promise<Remark[]> =>
  (await inspector.excess(db)).map(({ level, where, problem: text, fix }) =>
    (level === 'problem' ? problem : advice)('can-write', where, text, ...fix),
  )
