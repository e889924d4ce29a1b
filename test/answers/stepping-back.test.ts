import { once } from 'node:events'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const MODULE = new URL('../../src/answers/threads/stepping-back.ts', import.meta.url).href

/** What a thread says of its own priority: the 19th field of its line, and the 17th after its name. */
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  const { readFileSync } = require('node:fs')
  const nice = () => Number(readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')[16])
  import(${JSON.stringify(MODULE)}).then(({ stepBack }) => {
    const before = nice()
    stepBack()
    stepBack()
    parentPort.postMessage([before, nice()])
  })
`

it.runIf(process.platform === 'linux')(
  'a thread that steps back lets all others go first, once and alone',
  async () => {
    const own = getPriority()
    const thread = new Worker(THREAD, { eval: true })
    const [[before, after]] = await once(thread, 'message')
    expect(before).toBe(own)
    expect(after).toBe(Math.min(19, own + 5))
    expect(getPriority()).toBe(own)
    await thread.terminate()
  },
)
