// How many of each there are.
import type { Finding } from '../../src/importers/report.ts'

export const countedBy = <Key extends string>(
  items: readonly Readonly<Record<Key, string>>[],
  key: Key,
): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(items, (item) => item[key])].map(([value, same]) => [value, same.length]),
  )

export const statusesOf = (findings: readonly Finding[]): Record<string, number> =>
  countedBy(findings, 'status')
