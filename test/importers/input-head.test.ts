import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileInput } from '../../src/importers/input/input.ts'
import { temporaryFolder } from '../support/database.ts'
import { memoryInput } from '../support/memory-input.ts'

const line = `/srv/é/${'x'.repeat(90)}: OK\n`

const INPUTS = {
  memory: async (content: Uint8Array) => memoryInput('report', content),
  file: async (content: Uint8Array) => {
    const path = join(temporaryFolder(), 'report')
    writeFileSync(path, content)
    return fileInput(path, 'report')
  },
}

describe.each(Object.entries(INPUTS))('the head of a report in %s', (_, inputOf) => {
  it.each([
    ['UTF-8', (text: string) => Buffer.from(text), 600],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 300],
  ] as const)('ends with a whole line, in %s', async (_, encoded, fewest) => {
    const { head } = await inputOf(encoded(line.repeat(2000)))
    const lines = head.length / line.length
    expect(head).toBe(line.repeat(Math.floor(lines)))
    expect(lines).toBeGreaterThanOrEqual(fewest)
  })

  it('is all of a short one, whatever it ends with', async () => {
    expect((await inputOf(Buffer.from('a\nb'))).head).toBe('a\nb')
  })

  it('is the beginning of a line that is too long', async () => {
    for (const before of ['', '\n\n', '{\n']) {
      const { head } = await inputOf(Buffer.from(before + 'x'.repeat(100_000)))
      expect(head).toBe((before + 'x'.repeat(100_000)).slice(0, 65_536))
    }
  })

  it('is nothing where nothing is behind a mark', async () => {
    expect((await inputOf(Buffer.from('\uFEFF'))).head).toBe('')
  })
})
