// Rights that the service does not need. Those that it lacks are told with the tables.
import type { Looking } from './looking.ts'
import { type Remark, remarkOf } from './remark.ts'

export const rights = async ({ db, inspector }: Looking): Promise<Remark[]> =>
  (await inspector.excess(db)).map(({ level, where, problem: text, fix }) =>
    remarkOf(level, 'can-write', where, text, ...fix),
  )
