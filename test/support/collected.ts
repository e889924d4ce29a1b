// Whether an object is kept by anybody: after a full collection only such are left.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export async function isKept(object: WeakRef<object>): Promise<boolean> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // As long as a turn of the event loop lasts, a reference holds what it was made of.
  await sleep(0)
  collect()
  return object.deref() !== undefined
}
