import { expect, it } from 'vitest'
import { isSelectable } from '../../src/check/selectable.ts'

it('a name can be selected when the API would take it as a parameter', () => {
  expect(['web-01', '__proto__', 'a'.repeat(255)].map((it) => isSelectable('server', it))).toEqual([
    true,
    true,
    true,
  ])
  for (const name of ['', null, 7, 'web01.example.org', 'a b', 'a'.repeat(256)]) {
    expect([isSelectable('server', name), isSelectable('category', name)]).toEqual([false, false])
  }
})
