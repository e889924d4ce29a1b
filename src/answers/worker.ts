// The thread in which readers run, with a connection of its own. Errors cross the border between
// threads as plain data, because a clone forgets their class.
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina'
import { engineAt } from '../database/connect.ts'
import { type DatabaseReader, databaseReader } from '../database/reader.ts'
import { Failure, Refusal } from '../errors.ts'
import { type Answer, computeWith } from './compute.ts'
import { LET_GO, MOVED, type Outcome, type Task, type WorkerData } from './task.ts'

let reader: DatabaseReader | undefined
let idle: NodeJS.Timeout | undefined

export default async function answer(task: Task | typeof LET_GO): Promise<Outcome> {
  clearTimeout(idle)
  reader ??= databaseReader(engineAt((workerData as WorkerData).database))
  const { close } = reader
  if (task === LET_GO) {
    await close()
    return MOVED
  }
  const outcome = await outcomeOf(task, reader)
  if (reader.idleMs !== null) idle = setTimeout(() => void close(), reader.idleMs).unref()
  return outcome
}

async function outcomeOf({ question, now }: Task, reader: DatabaseReader): Promise<Outcome> {
  try {
    if (!reader.isInPlace()) return MOVED
    const answer = await computeWith(reader)(question, now)
    // What was read while it moved may be half of one and half of the other.
    return reader.isInPlace() ? handedOver(answer) : MOVED
  } catch (error) {
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
