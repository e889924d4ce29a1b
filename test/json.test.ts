import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeJson, JsonMap, JsonText } from '../src/json.ts'

/** Names that plain objects reorder, swallow or inherit. */
const names = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '10', '2', '', 'é', '"', '\u2028'),
  fc.string(),
)

const jsonText = (text: string): JsonText => {
  const object = JsonText.of(text)
  if (object === null) throw new Error(`not an object: ${text}`)
  return object
}

describe('encodeJson', () => {
  it('writes plain data as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(encodeJson(value)).toBe(JSON.stringify(value))
      }),
      { numRuns: 500 },
    )
  })

  it('writes plain data around a map as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = { first: value, list: [value, {}], last: value }
        const withMap = { first: value, list: [value, new JsonMap()], last: value }
        expect(encodeJson(withMap)).toBe(JSON.stringify(plain))
      }),
      { numRuns: 200 },
    )
  })

  it('writes a map as an object, in the order its keys were set, whatever they are called', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(names, fc.jsonValue()), { selector: ([name]) => name }),
        (entries) => {
          const members = entries.map(
            ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
          )
          expect(encodeJson(new JsonMap(entries))).toBe(`{${members.join(',')}}`)
          expect(encodeJson({ in: [new JsonMap(entries)] })).toBe(`{"in":[{${members.join(',')}}]}`)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('keeps __proto__, constructor and numbers as ordinary keys of a map', () => {
    const map = new JsonMap([
      ['constructor', 1],
      ['__proto__', 2],
      ['10', 3],
      ['2', 4],
    ])
    expect(encodeJson(map)).toBe('{"constructor":1,"__proto__":2,"10":3,"2":4}')
  })

  it('writes an empty map as {} and never as []', () => {
    expect(encodeJson(new JsonMap())).toBe('{}')
    expect(encodeJson({ by: new JsonMap(), all: [] })).toBe('{"by":{},"all":[]}')
  })

  it('writes maps and texts inside maps', () => {
    const inner = new JsonMap<unknown>([['2', [jsonText('{"b":1, "a":2}')]]])
    expect(encodeJson(new JsonMap([['10', inner]]))).toBe('{"10":{"2":[{"b":1, "a":2}]}}')
  })
})

describe('the text of a JSON object', () => {
  it.each([
    '{}',
    ' \n{"b":1,\t"a":2} ',
    '{"10":1,"2":2,"10":3}',
    '{"__proto__":{"polluted":true}}',
    '{"big":123456789012345678901234567890,"exact":0.10000000000000000000001,"far":1e999}',
    '{"zero":1.50,"sign":-0}',
    '{"text":"\\u00e9 é \\ud83d\\ude00"}',
  ])('is sent as it was written: %s', (text) => {
    expect(encodeJson({ summary: JsonText.of(text) })).toBe(`{"summary":${text}}`)
  })

  it.each([
    '',
    ' ',
    'null',
    'true',
    '5',
    '"{}"',
    '[]',
    '[{}]',
    '{',
    '{"a":1',
    '{a:1}',
    "{'a':1}",
    '{"a":1}{}',
    '{"a":NaN}',
    '{"a":1,}',
    '\ufeff{}',
    '\u00a0{}',
    '{"a":"\n"}',
  ])('is not %j', (text) => {
    expect(JsonText.of(text)).toBeNull()
  })

  it('is accepted for exactly those texts that JSON.parse reads as an object', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.object().map((it) => JSON.stringify(it) ?? ''),
      fc.string(),
      fc.tuple(fc.json(), fc.nat(20)).map(([text, cut]) => text.slice(0, -cut || undefined)),
    )
    const isObject = (text: string) => {
      try {
        const value: unknown = JSON.parse(text)
        return typeof value === 'object' && value !== null && !Array.isArray(value)
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(texts, (text) => {
        expect(JsonText.of(text)?.text ?? null).toBe(isObject(text) ? text : null)
      }),
      { numRuns: 500 },
    )
  })
})
