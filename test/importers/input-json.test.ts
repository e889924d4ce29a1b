import { describe, expect, it } from 'vitest'
import type { Input } from '../../src/importers/input/input.ts'
import { type JsonObject, jsonDocumentOf, jsonRecordsOf } from '../../src/importers/input/json.ts'
import { Refused } from '../../src/importers/refused.ts'
import { memoryInput } from '../support/memory-input.ts'

async function recordsOf(input: Input, keys: readonly string[] = []): Promise<JsonObject[]> {
  const records: JsonObject[] = []
  const list = { keys, marks: [], advice: '' }
  for await (const record of jsonRecordsOf(input, list)) records.push(record)
  return records
}

const recordsIn = (content: string | Uint8Array, keys?: readonly string[]) =>
  recordsOf(memoryInput('x.json', content), keys)

const documentIn = (content: string | Uint8Array) => jsonDocumentOf(memoryInput('x.json', content))

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error = await reading.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).message
}

/** The same bytes in chunks of this size. */
function inChunks(content: string | Uint8Array, size: number): Input {
  const bytes = Buffer.from(content)
  return {
    ...memoryInput('x.json', bytes),
    async *open() {
      for (let start = 0; start < bytes.length; start += size) {
        yield bytes.subarray(start, start + size)
      }
    },
  }
}

const AB = [{ a: 1 }, { b: 2 }]

describe('records', () => {
  it.each([
    ['an array', '[{"a":1},{"b":2}]'],
    ['an array with a byte order mark', '\uFEFF [{"a":1},{"b":2}]'],
    ['an object with a list', '{"Findings":[{"a":1},{"b":2}]}'],
    ['an object with a list on many lines', '{\n"next": null,\n"Findings": [\n{"a":1},{"b":2}]\n}'],
    [
      'an object with a list and others',
      '{"x":[{"c":3}],"y":{"Findings":[4]},"Findings":[{"a":1},{"b":2}],"z":[5]}',
    ],
    ['one object a line', '{"a":1}\n{"b":2}\n'],
    ['one object a line with empty lines and CRLF', '\r\n{"a":1}\r\n\r\n{"b":2}\r\n'],
    ['one object a line with a byte order mark', '\uFEFF{"a":1}\n{"b":2}'],
    ['one object after the other', '{\n  "a": 1\n}\n{\n  "b": 2\n}'],
    ['one object after the other on one line', '{"a":1}{"b":2}'],
  ])('of %s', async (_, json) => {
    expect(await recordsIn(json, ['Findings'])).toEqual(AB)
  })

  it('of one line are the same whether it ends within the head or not', async () => {
    const record = { Findings: 1, text: 'x'.repeat(1000) }
    const long = Array.from({ length: 100 }, () => record)
    expect(await recordsIn(JSON.stringify({ Findings: long }), ['Findings'])).toEqual(long)
    expect(await recordsIn(JSON.stringify({ Findings: [record] }), ['Findings'])).toEqual([record])
    expect(await recordsIn(`${JSON.stringify({ ...record, more: long })}\n{"b":2}`)).toHaveLength(2)
  })

  it('are whole where only a part of them has such a list', async () => {
    const nested = { a: { Findings: [{ b: 1 }] }, Findings: 'x' }
    expect(await recordsIn(`${JSON.stringify(nested)}\n{}`, ['Findings'])).toEqual([nested, {}])
  })

  it('may be none', async () => {
    expect(await recordsIn('[]')).toEqual([])
    expect(await recordsIn('{"Findings": []}', ['Findings'])).toEqual([])
    expect(await recordsIn('  \n')).toEqual([])
  })

  it('are the same whatever the size of the chunks', async () => {
    const json = '[{"a":"é€😀","b":[1,-2.5e3,true,false,null]},{"c":"\\u00e9\\n\\""}]'
    const expected = JSON.parse(json)
    for (const size of [1, 2, 3, 5, 7, 1000]) {
      expect(await recordsOf(inChunks(json, size))).toEqual(expected)
    }
  })

  it('take the last of two members of the same name', async () => {
    expect(await recordsIn('[{"a":1,"a":2}]')).toEqual([{ a: 2 }])
    expect(await documentIn('{"a":1,"a":2}')).toEqual({ a: 2 })
  })

  it('take __proto__ for a name like others', async () => {
    for (const json of ['[{"__proto__":{"status":"pass"}}]', '{"__proto__":{"status":"pass"}}']) {
      const [record] = await recordsIn(json)
      expect(record?.['status']).toBeUndefined()
      expect(Object.keys(record ?? {})).toEqual(['__proto__'])
    }
    expect(({} as JsonObject)['status']).toBeUndefined()
  })

  it.each(['[1]', '["x"]', '[[{}]]', '[null]', '{"a":1}\n[2]', '"x"', '{"a":1}\n2\n'])(
    'that are no objects are refused: %j',
    async (json) => {
      expect(await refusal(recordsIn(json))).toBe('it is JSON, but not a list of objects')
    },
  )
})

describe('a document', () => {
  it.each(['{"a":[1,{"b":null}]}', '[]', '"x"', '42', '-1.5e-7', 'true', 'null', ' {} \n'])(
    'is what JSON.parse takes it for: %s',
    async (json) => {
      expect(await documentIn(json)).toEqual(JSON.parse(json))
    },
  )

  it('may begin with a byte order mark', async () => {
    expect(await documentIn('\uFEFF{"a":1}')).toEqual({ a: 1 })
  })

  it.each(['{"a":1}{"b":2}', '{"a":1}\n{"b":2}', '{"a":1} x', '{"a":1}]', '[1] "abc'])(
    'is one and no more: %j',
    async (json) => {
      expect(await refusal(documentIn(json))).toMatch(/^it is (no whole JSON|JSON that was cut)/)
    },
  )
})

describe('bytes that are no UTF-8', () => {
  const bytes = Buffer.from(
    '[{"path":"/srv/caf\xe9","b":"C:\\\\xe9\\\\"},{"c":"\xff\xc3\xa9"}]',
    'latin1',
  )
  const expected = [{ path: '/srv/caf\\xE9', b: 'C:\\xe9\\' }, { c: '\\xFFé' }]

  it('stay distinct as \\xE9, in every form and at every edge of a chunk', async () => {
    expect(await recordsIn(bytes)).toEqual(expected)
    expect(await documentIn(bytes)).toEqual(expected)
    for (const size of [1, 2, 3, 4, 5]) {
      expect(await recordsOf(inChunks(bytes, size))).toEqual(expected)
    }
    const lines = Buffer.from('{"path":"caf\xe9"}\n{"b":"\xe9"}\n', 'latin1')
    expect(await recordsIn(lines)).toEqual([{ path: 'caf\\xE9' }, { b: '\\xE9' }])
  })

  it('leave a pair of backslashes as it is, also where a chunk ends between them', async () => {
    const json = Buffer.from('[{"a":"\\\\x1\xe9","b":"\\\\\\\\xe9\xe9"}]', 'latin1')
    const expected = [{ a: '\\x1\\xE9', b: '\\\\xe9\\xE9' }]
    for (let size = 1; size <= json.length; size++) {
      expect(await recordsOf(inChunks(json, size))).toEqual(expected)
    }
  })

  it('do not hide the list behind them', async () => {
    const json = Buffer.from('{"host":"caf\xe9","Findings":[{"a":1}]}', 'latin1')
    expect(await recordsIn(json, ['Findings'])).toEqual([{ a: 1 }])
  })

  it('are refused outside of texts', async () => {
    expect(await refusal(recordsIn(Buffer.from('[\xe9]', 'latin1')))).toMatch(/no whole JSON/)
  })

  it('may be the first or the last half of a character that the file ends with', async () => {
    for (const end of ['\xc3', '\xe2\x82', '\xf0\x9f\x98']) {
      const cut = Buffer.from(`[{"a":"${end}`, 'latin1')
      expect(await refusal(recordsIn(cut))).toBe('it is JSON that was cut')
    }
  })
})

describe('what is refused', () => {
  it.each([
    ['', 'it is empty, which proves nothing'],
    ['[{"a":1},', 'it is JSON that was cut'],
    ['[{"a":1}', 'it is JSON that was cut'],
    ['{"a":1}\n{"b":', 'it is JSON that was cut'],
    ['{"a":1}\n{"b":"x', 'it is JSON that was cut'],
    ['{"Findings":[{"a":1}]', 'it is JSON that was cut'],
    ['{"a":tru', 'it is JSON that was cut'],
  ])('%j', async (json, reason) => {
    expect(await refusal(recordsIn(json, ['Findings']))).toBe(reason)
  })

  it.each([
    '[{"a":1},]',
    '[{a:1}]',
    "[{'a':1}]",
    '[{"a":01}]',
    '[{"a":"\n"}]',
    '<a/>',
    'text',
    '[NaN]',
  ])('what is no JSON: %j', async (json) => {
    expect(await refusal(recordsIn(json))).toMatch(/^it is no whole JSON: [\x20-\x7e]+$/)
  })

  it('every beginning of a list, and no list that is whole', async () => {
    const json = '{"x":"y","Findings":[{"a":[1,"b"]},{"c":null}]}'
    for (let end = 0; end < json.length; end++) {
      await refusal(recordsIn(json.slice(0, end), ['Findings']))
    }
    expect(await recordsIn(json, ['Findings'])).toHaveLength(2)
  })

  it('JSON nested more than 100 levels deep', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(await documentIn(nested(100))).toBeInstanceOf(Array)
    expect(await refusal(documentIn(nested(101)))).toMatch(/100 levels/)
    expect(await refusal(recordsIn(`[${'{"a":'.repeat(1_000_000)}`))).toMatch(/100 levels/)
  })

  it('with a message that holds nothing of what a terminal would obey', async () => {
    expect(await refusal(recordsIn('[\u001b[31m]'))).toMatch(/^[\x20-\x7e]+$/)
  })
})

/** What never ends is refused long before all of it was read. */
describe('what has no end', () => {
  async function bytesUntilRefused(start: string, more: string, isDocument = false) {
    let bytes = 0
    const input: Input = {
      ...memoryInput('endless', start),
      async *open() {
        yield Buffer.from(start)
        const chunk = Buffer.from(more.repeat(Math.ceil(262_144 / more.length)))
        for (; bytes < 2 ** 31; bytes += chunk.length) yield chunk
      },
    }
    await refusal(isDocument ? jsonDocumentOf(input) : recordsOf(input))
    return bytes / 1024 / 1024
  }

  it.each([
    ['a text', '[{"a":"', 'x'],
    ['a text of escapes', '[{"a":"', '\\n'],
    ['a number', '[{"a":1', '0'],
    ['a record', '[{"a":[', '[],'],
    ['white space', '[', ' '],
    ['what is no record', '{"a":[', '1,'],
  ])('%s', async (_, start, more) => {
    expect(await bytesUntilRefused(start, more)).toBeLessThanOrEqual(17)
  })

  it('a document', async () => {
    expect(await bytesUntilRefused('{"a":[', '1,', true)).toBeLessThanOrEqual(65)
  })

  it('but a list of small records may be as long as it likes', async () => {
    const record = `{"a":"${'x'.repeat(100)}"},`
    let records = 0
    const input: Input = {
      ...memoryInput('long', '['),
      async *open() {
        yield Buffer.from('[')
        for (let time = 0; time < 160; time++) yield Buffer.from(record.repeat(1000))
        yield Buffer.from('{}]')
      },
    }
    for await (const _ of jsonRecordsOf(input)) records++
    expect(records).toBe(160_001)
  })
})
