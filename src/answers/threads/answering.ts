// What a reader thread does: one task at a time, over a connection of its own. Errors cross the
// border between threads as plain data, because a clone forgets their class.
import { receiveMessageOnPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { historyPages } from '../../compliance/history-pages.ts'
import { engineAt } from '../../database/connect.ts'
import { failure } from '../../database/failure/failure.ts'
import { type DatabaseReader, databaseReader } from '../../database/reader.ts'
import { Replaced } from '../../database/replaced.ts'
import { Failure, Refusal } from '../../errors.ts'
import { type Answer, computeWith } from '../compute.ts'
import { isUnbounded, tablesOf } from '../questions.ts'
import { writeSpool } from '../spool/spool.ts'
import { unusable } from '../spool/spool-file.ts'
import { LET_GO, type Outcome, REPLACED, type Task, type WorkerData } from './task.ts'

/** `onLong` is called before a long answer is written. */
export function answering({ database, deadlineMs }: WorkerData, onLong: () => void) {
  const reader = databaseReader(engineAt(database), deadlineMs)
  let idle: NodeJS.Timeout | undefined

  return async (task: Task | typeof LET_GO): Promise<Outcome> => {
    clearTimeout(idle)
    if (task === LET_GO) {
      await reader.close()
      return REPLACED
    }
    try {
      return await outcomeOf(task, reader, onLong)
    } finally {
      // Behind a message that nobody read, it would not see that the other end is closed.
      task.spool?.port.close()
      if (reader.idleMs !== null)
        idle = setTimeout(() => void reader.close(), reader.idleMs).unref()
    }
  }
}

async function outcomeOf(task: Task, reader: DatabaseReader, onLong: () => void): Promise<Outcome> {
  const { question, now, place } = task
  try {
    if (!reader.isInPlace()) return REPLACED
    const pieces = await spooled(task, reader, onLong)
    if (pieces !== null) return reader.isInPlace() ? { pieces } : REPLACED
    const answer = await computeWith(reader, { asksOrigin: true, place })(question, now)
    // What was read while it was replaced may be half of one and half of the other.
    return reader.isInPlace() ? handedOver(answer) : REPLACED
  } catch (error) {
    if (error instanceof Replaced) return REPLACED
    if (error instanceof Refusal) return { refusal: error.refusing }
    const known = error instanceof Failure ? error : failure('defect', 'unexpected failure', error)
    const { kind, text, detail, code } = known
    return { failure: { kind, text, detail, code } }
  }
}

/** null where the answer is short, and not computed yet. */
function spooled(
  { question, now, place, spool }: Task,
  reader: DatabaseReader,
  onLong: () => void,
) {
  if (spool === undefined || !isUnbounded(question)) return null
  return reader.read(
    async (snapshot) => {
      const history = await historyPages(snapshot, question, now)
      if (history === null) return null
      const { path, unmade, port } = spool
      if (unmade !== null) throw unusable('made', unmade)
      onLong()
      const begun = () => port.postMessage(history.head)
      // Read at once: to be told of it would take a turn of the event loop.
      return await writeSpool(path, history, begun, () => receiveMessageOnPort(port) === undefined)
    },
    { place, tables: tablesOf(question) },
  )
}

/** The bytes change hands instead of being copied. Piscina unwraps it, which its types do not say. */
const handedOver = (answer: Answer): Outcome =>
  move({ [transferableSymbol]: [answer.bytes.buffer], [valueSymbol]: answer } as never) as never
