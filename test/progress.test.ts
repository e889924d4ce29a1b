import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { withProgress } from '../src/commands/import/progress.ts'
import { memoryInput } from './support/memory-input.ts'

const LARGE = Buffer.alloc(9 * 1024 * 1024, 'x')

function terminal(isTTY: boolean) {
  let written = ''
  const stream = new Writable({
    write(bytes, _encoding, done) {
      written += bytes
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }) as never, written: () => written }
}

async function readThrice(content: Uint8Array, isTTY: boolean): Promise<string> {
  const { stream, written } = terminal(isTTY)
  const input = withProgress(memoryInput('x', content), stream)
  for (let reading = 0; reading < 3; reading++) {
    let size = 0
    for await (const chunk of input.open()) size += chunk.length
    expect(size).toBe(content.length)
  }
  return written()
}

it('a large file has a bar on a terminal, which grows and is gone at the end', async () => {
  const steps = (await readThrice(LARGE, true)).split('\r').filter((it) => it.trim() !== '')
  const percents = steps.map((it) => Number(/ (\d+) %$/.exec(it)?.[1]))
  expect(percents.length).toBeGreaterThan(50)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(new Set(percents).size).toBe(percents.length)
  expect(steps[0]).toMatch(/^\[[#.]{30}\] \d+ %$/)
  expect(await readThrice(LARGE, true)).toMatch(/\r +\r$/)
})

it('there is none for a small file, nor where nobody looks', async () => {
  expect(await readThrice(Buffer.from('small'), true)).toBe('')
  expect(await readThrice(LARGE, false)).toBe('')
})
