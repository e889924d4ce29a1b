// Loaded into a service before it starts: tells how long its event loop was held.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 1

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('message', () => {
    process.send?.(delay.max / 1e6)
    delay.reset()
  })
  // The one who asks must not keep it alive.
  process.channel?.unref()
}
