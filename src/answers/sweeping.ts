// The bytes of an answer lie outside of the heap. Once 64 MB of them have come, V8 looks through all
// of the heap for those that are free again, which takes longer than to compute an answer of 400 kB.
// Nearly all of them are young: a look at the youngest objects alone finds them in no time.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Far from where V8 would begin by itself. */
const EVERY_BYTES = 16 * 2 ** 20

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
  setFlagsFromString('--expose-gc')
  const gc: (options: { readonly type: 'minor' }) => void = runInNewContext('gc')
  return () => gc({ type: 'minor' })
}
