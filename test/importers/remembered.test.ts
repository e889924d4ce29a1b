import { expect, it } from 'vitest'
import { infectedFiles, remembering } from '../../src/importers/malware/remembered.ts'

it('counts a file once, however often it comes', () => {
  const files = infectedFiles()
  for (const path of ['/a', '/a', '/b', '/a']) files.add(path)
  expect(files.count).toBe(2)
})

it('knows what came before as far as its memory goes, and what came last', () => {
  const isNew = remembering(4)
  const texts = ['/a', '/b', '/c', '/c', '/a', '/b', '/c']
  expect(texts.map(isNew)).toEqual([true, true, true, false, false, false, true])
})

it('does not remember what is longer than a path', () => {
  const isNew = remembering()
  const long = 'x'.repeat(16_001)
  expect([long, long, '/a', long].map(isNew)).toEqual([true, false, true, true])
})
