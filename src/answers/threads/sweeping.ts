// Answers are short-lived and large. V8 takes both for signs of a memory that fills up, and looks
// through all of the heap again and again: that takes longer than to compute the answers.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * The bytes of an answer lie outside of the heap. Once enough of them have come, 60 MB or after a
 * rest only 6, V8 looks for free ones among all objects. Nearly all are young: a look at the
 * youngest alone finds them.
 */
const EVERY_BYTES = 3 * 2 ** 20

/** To be told of the bytes of each answer that another thread has handed over. */
export function sweeping(collect = collectYoung()): (bytes: number) => void {
  let since = 0
  return (bytes) => {
    since += bytes
    if (since < EVERY_BYTES) return
    since = 0
    collect()
  }
}

function collectYoung(): () => void {
  // Rows that are in use when a thread tidies up make V8 put such rows among the old objects, where
  // they outlive their answer, with every text in them. In every third process it came to that.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Young objects are few when they are looked through: to wake helpers for it takes longer.
  setFlagsFromString('--no-parallel-scavenge')
  // After a rest V8 lets the heap grow by a tenth only, so that each burst of requests begins with a
  // look through all of it. Under load it lets it grow to three times its size. Twice is enough.
  setFlagsFromString('--heap-growing-percent=100')
  setFlagsFromString('--expose-gc')
  const gc: (options: { readonly type: 'minor' }) => void = runInNewContext('gc')
  return () => gc({ type: 'minor' })
}
