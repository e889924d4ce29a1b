// A connection that is asked how a server is, again and again: what a watch is made of.
import type { Lifetime } from './session.ts'

/** How a server is: the same data of one process is the same state of all tables. */
export interface Look {
  readonly origin: string
  readonly process: number
  readonly data: string
}

/** A connection, by which it was seen already how the server is. */
export interface Line {
  readonly life: Lifetime
  readonly first: Look | null
  /** null where it cannot be told. */
  look(): Promise<Look | null>
  destroy(): void
}

/** So long before its time another line is opened, while this one still tells. */
export const EARLY_MS = 5_000

interface Asked extends Pick<Line, 'life' | 'destroy'> {
  isAlive(): boolean
  /** A row, or none where it cannot be told. */
  ask(): Promise<unknown>
}

export async function lineOf({ life, isAlive, ask, destroy }: Asked): Promise<Line> {
  async function look(): Promise<Look | null> {
    const row = await ask()
    // Lost while it was read, or before.
    if (!isAlive()) throw new Error('the connection to the database was lost')
    return (row as Look | undefined) ?? null
  }
  try {
    return { life, first: await look(), look, destroy }
  } catch (error) {
    destroy()
    throw error
  }
}
