import { describe, expect, it } from 'vitest'
import { outlineOf } from '../../src/importers/input/json-outline.ts'

const pathsIn = (head: string) => [...outlineOf(head).keys()]

describe('the outline of JSON', () => {
  it('has the first value of every place', () => {
    expect([...outlineOf('{"a": {"b": [1, {"c": "x"}, {"c": "y"}]}, "d": true}')]).toEqual([
      ['', null],
      ['a', null],
      ['a.b', null],
      ['a.b[]', 1],
      ['a.b[].c', 'x'],
      ['d', true],
    ])
  })

  it('ends where the head does, also inside a text or an escape', () => {
    expect(pathsIn('[{"a": "x", "b": "un')).toEqual(['', '[]', '[].a'])
    expect(pathsIn('[{"a": "x", "b": "\\u00')).toEqual(['', '[]', '[].a'])
    expect(pathsIn('[{"a": "x", "b"')).toEqual(['', '[]', '[].a'])
  })

  it('of several objects one after the other is that of all of them', () => {
    expect(pathsIn('{"a": 1}\n{"b": 2}\n')).toEqual(['', 'a', 'b'])
  })

  it('does not go deeper than anybody asks, and comes back up', () => {
    const deep = '{"a": {"a": {"a": {"a": {"a": {"a": [{"a": 1}]}}}}}, "b": 2}'
    expect(pathsIn(deep)).toEqual(['', 'a', 'a.a', 'a.a.a', 'a.a.a.a', 'a.a.a.a.a', 'b'])
  })

  it('takes no word inside a text for a name', () => {
    expect(pathsIn('{"text": "{\\"name\\": 1}"}')).toEqual(['', 'text'])
  })

  it('survives bytes that are no UTF-8', () => {
    expect(outlineOf('{"a": "caf\\xE9", "b": 1}').get('a')).toBe('caf\\xE9')
  })

  it('has names like those of every object', () => {
    expect(outlineOf('{"__proto__": 1, "constructor": 2}').get('__proto__')).toBe(1)
  })

  it.each([['', 'a,b\n1,2', '"text"', '<xml/>']])('is empty for what is no JSON: %j', (head) => {
    expect(pathsIn(head)).toEqual([])
  })

  it('of broken JSON is what came before', () => {
    expect(pathsIn('{"a": 1, oops')).toEqual(['', 'a'])
    expect(pathsIn('{"a": 1}]]]} {"b": 1}')).toContain('a')
  })
})
