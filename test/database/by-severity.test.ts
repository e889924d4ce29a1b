import { expect, it } from 'vitest'
import { tally } from '../../src/database/by-severity.ts'
import type { Notice, Snapshot } from '../../src/database/snapshot.ts'

it('counts the four, and names all others in one order, whatever a view gives in their place', () => {
  const notices: Notice[] = []
  const snapshot = { notice: (it: Notice) => notices.push(it) } as unknown as Snapshot
  const rows = [
    { severity: 'low', count: 4 },
    { severity: 'info', count: 3 },
    { severity: null, count: 2 },
    { severity: 7n, count: 5 },
    { severity: 'Critical', count: 1 },
    { severity: 'high', count: 6 },
  ]
  const counts = tally(rows as { severity: string; count: number }[], 'here', snapshot)
  expect(counts).toEqual({ critical: 0, high: 6, medium: 0, low: 4 })
  const unknown = [
    '1 rows with the unknown severity "Critical"',
    '3 rows with the unknown severity "info"',
    '5 rows with the unknown severity 7',
    '2 rows with the unknown severity null',
  ]
  expect(notices).toEqual(
    unknown.map((it) => ({ problem: `${it} are left out`, where: 'here', isNull: false })),
  )
})
