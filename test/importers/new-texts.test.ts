import { expect, it } from 'vitest'
import { infectedFiles, newTexts } from '../../src/importers/malware/new-texts.ts'

it('counts a file once, however often it comes', () => {
  const files = infectedFiles()
  for (const path of ['/a', '/a', '/b', '/a']) files.add(path)
  expect(files.count).toBe(2)
})

it('knows what came before as far as its memory goes, and what came last', () => {
  const isNew = newTexts(4)
  const texts = ['/a', '/b', '/c', '/c', '/a', '/b', '/c']
  expect(texts.map(isNew)).toEqual([true, true, true, false, false, false, true])
})

it('does not remember what is longer than a path', () => {
  const isNew = newTexts()
  const long = 'x'.repeat(16_001)
  expect([long, long, '/a', long].map(isNew)).toEqual([true, false, true, true])
})
