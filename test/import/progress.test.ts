import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { withProgress } from '../../src/commands/import/progress.ts'
import { memoryInput } from '../support/memory-input.ts'

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

const ERASED = / {54}/

it('a large file has a bar on a terminal, which grows with each reading and is gone after it', async () => {
  const readings = (await readThrice(LARGE, true)).split(ERASED)
  expect(readings.pop()).toBe('\r')
  expect(readings).toHaveLength(3)
  for (const [index, reading] of readings.entries()) {
    const steps = reading.split('\r').filter((it) => it !== '')
    const percents = steps.map((it) => Number(/ (\d+) % of reading \d$/.exec(it)?.[1]))
    expect(percents.length).toBeGreaterThan(30)
    expect(percents.at(-1)).toBe(100)
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(new Set(percents).size).toBe(percents.length)
    expect(steps[0]).toMatch(/^\[[#.]{30}\] \d+ % of reading \d$/)
    expect(steps[0]).toMatch(new RegExp(`${index + 1}$`))
  }
})

it('it is gone, too, where the rest of the file is not read', async () => {
  const { stream, written } = terminal(true)
  const input = withProgress(memoryInput('x', LARGE), stream)
  for await (const _ of input.open()) break
  expect(written()).toMatch(/\r {54}\r$/)
})

it('there is none for a small file, nor where nobody looks', async () => {
  expect(await readThrice(Buffer.from('small'), true)).toBe('')
  expect(await readThrice(LARGE, false)).toBe('')
})
