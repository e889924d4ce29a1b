import { expect, it } from 'vitest'
import { serverNameOf } from '../../src/importers/server-name.ts'
import { isName } from '../../src/names.ts'

it.each([
  ['web01', 'web01'],
  ['web01.example.org', 'web01'],
  ['web01.example.org:8443', 'web01'],
  ['https://admin@shop.example:8443/blog?x#y', 'shop'],
  ['10.0.0.5', '10-0-0-5'],
  ['2001:db8::1', '2001-db8-1'],
  ['fe80::1%eth0', 'fe80-1-eth0'],
  ['2001:db8:0:1:0:0:0:11', '2001-db8-0-1-0-0-0-11'],
  ['2001:db8:0:1:0:0:0:12', '2001-db8-0-1-0-0-0-12'],
  ['2001:db8:a:b:c:d:e:f', '2001-db8-a-b-c-d-e-f'],
  ['0:0:0:0:0:ffff:10.0.0.5', '0-0-0-0-0-ffff-10-0-0-5'],
  ['a b', 'a-b'],
])('the server of %s is %s', (host, name) => {
  expect(serverNameOf(host)).toBe(name)
  expect(isName(name)).toBe(true)
})

it.each([[''], ['…'], ['https://'], ['.example.org']])('%j names no server', (host) => {
  expect(serverNameOf(host)).toBeNull()
})
