// docs/conformance.md has a row for everything that is asked, and every row names tests that exist.
import { describe, expect, it } from 'vitest'
import { citationsOf, rowsOf, testSources, titlesIn } from '../support/conformance.ts'
import { readDocument } from '../support/documents.ts'

/** How many rows a section has: so none can get lost. */
const SECTIONS: Readonly<Record<string, number>> = {
  S0: 2,
  S1: 14,
  'S2.0': 5,
  'S2.1': 11,
  'S2.2': 8,
  'S2.3': 7,
  'S2.4': 4,
  'S2.5': 15,
  'S2.6': 9,
  'S2.7': 23,
  'S2.8': 3,
  'S2.9': 2,
  'S2.10': 2,
  S3: 9,
  'S4.0': 6,
  'S4.1': 9,
  'S4.2': 3,
  'S4.3': 33,
  S5: 6,
  S6: 1,
  S7: 15,
  S8: 10,
  S9: 4,
  C1: 35,
  C2: 18,
  C3: 13,
  C4: 36,
  C5: 9,
  C6: 10,
  C7: 16,
  C8: 22,
}

/** The rows that may do without a test. */
const WITHOUT_TEST: Readonly<Record<string, readonly string[]>> = {
  '(description)': ['S0.2', 'S2.5.12', 'S6.1', 'S9.1', 'S9.4'],
  '(not yet)': [],
}

const text = readDocument('docs/conformance.md')
const sources = testSources()

/** The ids are exactly those of the sections, each once and in order. */
function idProblems(document: string): string[] {
  const expected = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  )
  const found = rowsOf(document).map(({ id }) => id)
  return Array.from({ length: Math.max(expected.length, found.length) })
    .map((_, i) => `${expected[i]} is ${found[i]}`)
    .filter((_, i) => expected[i] !== found[i])
}

/** Each table stands below the heading of its section. */
function headingProblems(document: string): string[] {
  const found = document.split(/^## /m).slice(1)
  const headings = found.map((it) => it.split(' ', 1)[0])
  const strays = found.flatMap((section, i) =>
    rowsOf(section).filter(({ id }) => id.replace(/\.\d+$/, '') !== headings[i]),
  )
  const missing = Object.keys(SECTIONS).filter((section) => !headings.includes(section))
  return [...missing, ...strays.map(({ id }) => id)]
}

/** A row says what it asks, and names a test unless it is listed as one that has none. */
const emptyRows = (document: string): string[] =>
  rowsOf(document)
    .filter((row) => {
      const marker = Object.keys(WITHOUT_TEST).find((it) => row.tests.startsWith(it))
      const isExcused = marker !== undefined && WITHOUT_TEST[marker]?.includes(row.id) === true
      const citations = citationsOf(row).length
      return row.asks === '' || (isExcused ? citations > 0 : marker !== undefined || citations < 1)
    })
    .map(({ id }) => id)

const absentTests = (document: string): string[] =>
  rowsOf(document).flatMap((row) =>
    citationsOf(row)
      .filter(
        ({ file, title, example }) =>
          sources.titles.get(file)?.has(title) !== true ||
          (example !== undefined && !sources.holds(file, example)),
      )
      .map(({ file, title, example }) => [row.id, file, title, example].join(' ')),
  )

const without = (id: string) => (document: string) =>
  document.replace(new RegExp(`^\\| ${id} .*\n`, 'm'), '')
const instead = (part: string, other: string) => (document: string) => document.replace(part, other)

type Damage = [what: string, damage: (document: string) => string]

const CHECKS: { claim: string; problems: (document: string) => string[]; damages: Damage[] }[] = [
  {
    claim: 'has every row of every section once, in order',
    problems: idProblems,
    damages: [
      ['a first row is gone', without('S0.1')],
      ['a row in the middle is gone', without('S4.3.17')],
      ['the last row is gone', without('C8.22')],
      ['a row is there twice', instead('| S3.2 |', '| S3.1 |')],
      ['a number is left out', instead('| S3.9 |', '| S3.10 |')],
      [
        'two rows have changed places',
        (it) => it.replace(/^(\| S3\.2 .*\n)(\| S3\.3 .*\n)/m, '$2$1'),
      ],
      ['a row is more than expected', (it) => `${it}| C8.23 | more | (description) |\n`],
      ['a section is gone', (it) => it.replace(/^## S9 .*?(?=^## )/ms, '')],
    ],
  },
  {
    claim: 'has the rows of a section below its heading',
    problems: headingProblems,
    damages: [
      ['a heading is gone', instead('## C2 Malware\n', '')],
      ['a heading is another', instead('## S2.10 ', '## S2.11 ')],
    ],
  },
  {
    claim: 'says in every row what is asked and which tests hold it',
    problems: emptyRows,
    damages: [
      ['a row without tests', (it) => it.replace(/^(\| S5\.3 \|.*?\|).*$/m, '$1 |')],
      ['a row with a file alone', (it) => it.replace(/^(\| S5\.3 \|.*?\| `[^`]+`).*$/m, '$1 |')],
      ['a row that says nothing', (it) => it.replace(/^\| S5\.3 \|.*?\|/m, '| S5.3 | |')],
      [
        'a row turned to description',
        (it) => it.replace(/^(\| S5\.3 \|.*?\|).*$/m, '$1 (description) |'),
      ],
      ['a row put off', (it) => it.replace(/^(\| S5\.3 \|.*?\|).*$/m, '$1 (not yet) |')],
    ],
  },
  {
    claim: 'names only tests that there are',
    problems: absentTests,
    damages: [
      ['a title that nobody wrote', instead('`the three paths are served`', '`the three paths`')],
      ['a file that is not there', instead('`paths.test.ts`', '`path.test.ts`')],
      ['a test of another file', instead('`paths.test.ts`', '`malware.test.ts`')],
      ['no file before the title', instead('`paths.test.ts` ', '')],
      ['a case that is not there', instead('(a severity outside the four)', '(severity=worst)')],
    ],
  },
]

describe.each(CHECKS)('docs/conformance.md $claim', ({ problems, damages }) => {
  it('as it stands', () => {
    expect(problems(text)).toEqual([])
  })

  it.each(damages)('and it would be noticed: %s', (_, damage) => {
    expect(damage(text)).not.toBe(text)
    expect(problems(damage(text))).not.toEqual([])
  })
})

describe('a title', () => {
  it('is that of an it or a test, also of each, however it is quoted', () => {
    const source = `describe('group', () => { it('one', () => {})
      test("two's", async () => {}) })
      it.each<[a: string]>([['it(']])('three %s', { timeout: 5 }, () => {})
      it(\`four \${n} of "é😀"\`, () => {}) // it('comment')
      describe.each([1])('group %i', () => it('five', () => {}))`
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as it stands in the source
    expect(titlesIn(source)).toEqual(['one', "two's", 'three %s', 'four ${n} of "é😀"', 'five'])
  })

  it('of what does not run is none', () => {
    const source = `it.skip('a', () => {}); it.todo('b'); test.fails('c', () => {})
      describe.skip('d', () => { it('e', () => {}) }); expect('f'); unit('g'); a.it('h')`
    expect(titlesIn(source)).toEqual([])
  })
})
