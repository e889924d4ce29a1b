// A thread of a pool that starts when it may, and whose tasks end when they may.
import { workerData } from 'piscina'

/** How many threads have begun to start; and 1 when any but the first may go on. */
export type HeldStart = Int32Array<SharedArrayBuffer>

const numbers = workerData as HeldStart
if (Atomics.add(numbers, 0, 1) > 0) Atomics.wait(numbers, 1, 0)

/** Ends when the number is another than 0. */
export default async (until: Int32Array<SharedArrayBuffer>): Promise<void> => {
  await Atomics.waitAsync(until, 0, 0).value
}
