// Which runs of one file are of several hosts: a file may hold many, and their names may be long.
import { expect, it } from 'vitest'
import { withoutOtherHosts } from '../../src/store/reading/hosts-of-a-file.ts'
import type { SurveyedRun } from '../../src/store/reading/surveyed-run.ts'

const isMixed = (...hosts: (string | null)[]): boolean => {
  const report = { kind: 'malware-run', complete: true }
  const runs = hosts.map((host) => ({ host, server: 'web01', report }) as unknown as SurveyedRun)
  return withoutOtherHosts(runs, { isNamed: true }).every((it) => it.isOfSeveral === true)
}

it.each([
  [false, ['web01', null, 'web01.example.org', 'web01.example', 'web01.example.org.']],
  [false, [null, null]],
  [true, ['web01', 'web01-b', 'web01.example']],
  [true, ['web01', 'web01b']],
  [true, ['web01.example', 'web01.example.org', 'web01.a']],
  [true, ['WEB01', 'web01']],
])('it is %s that %j are several', (several, hosts) => {
  expect(isMixed(...hosts)).toBe(several)
})

it('many hosts of many labels are compared at once', () => {
  const domain = Array.from({ length: 125 }, () => 'a').join('.')
  const hosts = Array.from({ length: 50_000 }, (_, i) => `web01.${i}.${domain}`)
  const begun = performance.now()
  expect(isMixed(...hosts)).toBe(true)
  expect(performance.now() - begun).toBeLessThan(10_000)
})
