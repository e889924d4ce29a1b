import { describe, expect, it } from 'vitest'
import { type CsvForm, csvHeaderOf, csvRecordsOf } from '../../src/importers/input/csv.ts'
import type { Input } from '../../src/importers/input/input.ts'
import { memoryInput } from '../support/memory-input.ts'

const FORM: CsvForm = { delimiter: ';', required: ['A', 'B'] }
const MEGABYTE = 1024 * 1024

/** An input of these chunks, which says how many of them were taken and whether it was closed. */
function chunkedInput(chunks: Iterable<string | Uint8Array | Error>) {
  const seen = { taken: 0, closed: false }
  const input: Input = {
    ...memoryInput('chunks', ''),
    async *open() {
      try {
        for (const chunk of chunks) {
          if (chunk instanceof Error) throw chunk
          seen.taken++
          yield Buffer.from(chunk)
        }
      } finally {
        seen.closed = true
      }
    },
  }
  return { input, seen }
}

async function recordsOf(input: Input, form: CsvForm = FORM) {
  const records = []
  for await (const record of csvRecordsOf(input, form)) records.push(record)
  return records
}

const recordsIn = (content: string | Uint8Array, form: CsvForm = FORM) =>
  recordsOf(memoryInput('report', content), form)

function* repeated(first: string, chunk: string, times: number) {
  yield first
  for (let time = 0; time < times; time++) yield chunk
}

describe('records', () => {
  it('are read by the names of the first line', async () => {
    expect(await recordsIn('A;B\n1;2\n3;4\n')).toEqual([
      { A: '1', B: '2' },
      { A: '3', B: '4' },
    ])
  })

  it('keep line ends, delimiters and quotes inside a quoted field', async () => {
    expect(await recordsIn('A;B\r\n"1\r\n2;3\n""4""";5\r\n')).toEqual([
      { A: '1\r\n2;3\n"4"', B: '5' },
    ])
  })

  it('may end in CRLF in one line and LF in the next', async () => {
    expect(await recordsIn('A;B\n1;2\r\n3;4\n5;6')).toEqual([
      { A: '1', B: '2' },
      { A: '3', B: '4' },
      { A: '5', B: '6' },
    ])
  })

  it('are the same wherever the bytes are split into chunks', async () => {
    const bytes = Buffer.from('A;B\r\n"é""\r\nü";2\r\n3;"ß"\r\n')
    const whole = await recordsIn(bytes)
    expect(whole).toHaveLength(2)
    for (let at = 3; at < bytes.length; at++) {
      const { input } = chunkedInput([bytes.subarray(0, at), bytes.subarray(at)])
      expect(await recordsOf(input)).toEqual(whole)
    }
  })

  it('begin after a byte order mark, also before a quoted name', async () => {
    expect(await recordsIn('\uFEFF"A";B\n1;2\n')).toEqual([{ A: '1', B: '2' }])
  })

  it('keep bytes that are not UTF-8 apart', async () => {
    const bytes = Buffer.concat([Buffer.from('A;B\ncafé;'), Buffer.from([0x63, 0xe9, 0xea, 0x0a])])
    expect(await recordsIn(bytes)).toEqual([{ A: 'café', B: 'c\\xE9\\xEA' }])
  })

  it('keep NULs', async () => {
    expect(await recordsIn('A;B\n1\0;"2\0"\n')).toEqual([{ A: '1\0', B: '2\0' }])
  })

  it('of several files, one behind the other, are without the later headers', async () => {
    const both = [
      { A: '1', B: '2', C: '3' },
      { A: '4', B: '5', C: 'C' },
    ]
    expect(await recordsIn('A;B;C\n1;2;3\nA;B;C\n4;5;C\n')).toEqual(both)
    expect(await recordsIn('A;"B";C\r\n1;2;3\r\n\uFEFFA;B;C \n4;5;C\n')).toEqual(both)
  })

  it('leave out empty lines, and read empty fields as such', async () => {
    expect(await recordsIn('A;B\n\n;\n\n')).toEqual([{ A: '', B: '' }])
  })

  it('may have a column called __proto__', async () => {
    const [record] = await recordsIn('A;B;__proto__\n1;2;3\n')
    expect(Object.entries(record ?? {})).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['__proto__', '3'],
    ])
  })

  it('have quotes anywhere in a field where the tool quotes nothing', async () => {
    const form: CsvForm = { ...FORM, delimiter: ',', bareQuotes: true }
    expect(await recordsIn('A,B\nThe "root" user,"root" is used\n', form)).toEqual([
      { A: 'The "root" user', B: '"root" is used' },
    ])
  })
})

describe('a file is refused', () => {
  it.each([
    ['empty', '', 'it is empty, which proves nothing'],
    ['blank', '\n\n', 'it is empty, which proves nothing'],
    ['without a column that it must have', 'A;C\n1;2\n', 'its header has no column B'],
    ['with another delimiter', 'A,B\n1,2\n', 'its header has no column A, B'],
    ['with a column twice', 'A;B;A\n1;2;3\n', 'its header has the column "A" more than once'],
    ['cut inside a quoted field', 'A;B\n1;2\n3;"4\n', 'it was cut: it ends inside a quoted field'],
    [
      'cut between two fields',
      'A;B\n1;2\n3\n',
      'it was cut or changed: line 3 does not have as many fields as the header',
    ],
    [
      'with a field too many',
      'A;B\n1;2;3\n',
      'it was cut or changed: line 2 does not have as many fields as the header',
    ],
    [
      'put together from files with other columns',
      'A;B;C\n1;2;3\nB;A;C\n4;5;6\n',
      'it holds files with different columns, one behind the other; split it',
    ],
    ['with a stray quote', 'A;B\n1;2"3\n', 'it is no CSV file: line 2 has a quote inside a field'],
    [
      'with text behind a quote',
      'A;B\n1;"2"3\n',
      'it is no CSV file: line 2 has a quote inside a field',
    ],
  ])('%s', async (_what, content, reason) => {
    await expect(recordsIn(content)).rejects.toMatchObject({ name: 'Refused', message: reason })
  })

  it('when a quoted field has no end within 4 MB, before the rest is read', async () => {
    const { input, seen } = chunkedInput(repeated('A;B\n1;"', `${'x'.repeat(MEGABYTE - 1)}\n`, 200))
    await expect(recordsOf(input)).rejects.toMatchObject({
      name: 'Refused',
      message: expect.stringMatching(/^it has a record of over 4 MB, up to line \d/),
    })
    expect(seen.taken).toBeLessThan(10)
    expect(seen.closed).toBe(true)
  })

  it('when a line has no end within 4 MB, though all its fields are empty', async () => {
    const { input, seen } = chunkedInput(repeated('A;B\n1', ';'.repeat(MEGABYTE), 200))
    await expect(recordsOf(input)).rejects.toMatchObject({
      name: 'Refused',
      message: 'it has a line of over 4 MB; that is no report',
    })
    expect(seen.taken).toBeLessThan(10)
  })

  it('not when all its lines are long, but none too long', async () => {
    const line = `${'x'.repeat(MEGABYTE)};2\n`
    const { input } = chunkedInput(repeated('A;B\n', line, 5))
    expect(await recordsOf(input)).toHaveLength(5)
  })
})

it('a file is read only as far as its records are asked for, and closed when that ends', async () => {
  const { input, seen } = chunkedInput(repeated('A;B\n', '1;2\n'.repeat(20_000), 200))
  for await (const record of csvRecordsOf(input, FORM)) {
    expect(record).toEqual({ A: '1', B: '2' })
    break
  }
  expect(seen.taken).toBeLessThan(20)
  expect(seen.closed).toBe(true)
})

it('a file that cannot be read fails with its own error, and does not hang', async () => {
  const { input } = chunkedInput(['A;B\n1;2\n', new Error('EIO: i/o error, read')])
  await expect(recordsOf(input)).rejects.toThrow('EIO: i/o error, read')
})

describe('a last line without an end', () => {
  const openEnds = async (content: string) => {
    let count = 0
    await recordsIn(content, { ...FORM, onOpenEnd: () => count++ })
    return count
  }

  it('is told', async () => {
    expect(await openEnds('A;B\n1;2\n3;4')).toBe(1)
  })

  it('is not told of a file that ends well', async () => {
    expect(await openEnds('A;B\n1;2\n3;4\r\n')).toBe(0)
  })

  it('is no refusal by itself', async () => {
    expect(await recordsIn('A;B\n1;2')).toEqual([{ A: '1', B: '2' }])
  })
})

describe('the header in the head of a file', () => {
  it('is split by semicolons where there are any', () => {
    expect(csvHeaderOf('"A";B ;C,D\r\n1;2;3\r\n')).toEqual({
      delimiter: ';',
      names: ['A', 'B', 'C,D'],
    })
  })

  it('is split by commas else', () => {
    expect(csvHeaderOf('A,B')).toEqual({ delimiter: ',', names: ['A', 'B'] })
  })
})
