// What a reader thread does: one task at a time, over a connection of its own. Errors cross the
// border between threads as plain data, because a clone forgets their class.
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { engineAt } from '../database/connect.ts'
import { type DatabaseReader, databaseReader, Moved } from '../database/reader.ts'
import { Failure, Refusal } from '../errors.ts'
import { type Answer, computeWith } from './compute.ts'
import { LET_GO, MOVED, type Outcome, type Task } from './task.ts'

export function answering(database: string) {
  const reader = databaseReader(engineAt(database))
  let idle: NodeJS.Timeout | undefined

  return async (task: Task | typeof LET_GO): Promise<Outcome> => {
    clearTimeout(idle)
    if (task === LET_GO) {
      await reader.close()
      return MOVED
    }
    const outcome = await outcomeOf(task, reader)
    if (reader.idleMs !== null) idle = setTimeout(() => void reader.close(), reader.idleMs).unref()
    return outcome
  }
}

async function outcomeOf({ question, now, place }: Task, reader: DatabaseReader): Promise<Outcome> {
  try {
    if (!reader.isInPlace()) return MOVED
    const answer = await computeWith(reader, true, place)(question, now)
    // What was read while it moved may be half of one and half of the other.
    return reader.isInPlace() ? handedOver(answer) : MOVED
  } catch (error) {
    if (error instanceof Moved) return MOVED
    if (error instanceof Refusal) return { refusal: error.refusing }
    if (error instanceof Failure) {
      return { failure: { kind: error.kind, text: error.text, detail: error.detail } }
    }
    throw error
  }
}

/** The bytes change hands instead of being copied. */
const handedOver = (answer: Answer): Outcome =>
  move({ [transferableSymbol]: [answer.bytes.buffer], [valueSymbol]: answer } as never) as never
