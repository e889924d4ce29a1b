// What a line chart draws, in figures: one row a day, the newest first.
import { useMemo } from 'react'
import { twoDecimals } from '../data/numbers.ts'
import { dayName } from '../data/time.ts'
import type { Series } from './line-chart.tsx'
import { noScore } from './no-score.ts'
import { PlainTable } from './plain-table.tsx'
import type { Column } from './table-model.ts'

interface Day {
  readonly at: number
  /** By the place of the series; null where a scan had no score. */
  readonly scores: ReadonlyMap<number, number | null>
}

interface SeriesTableProps {
  readonly caption: string
  readonly series: readonly Series[]
}

export function SeriesTable({ caption, series }: SeriesTableProps) {
  const columns = useMemo(() => columnsOf(series), [series])
  const days = useMemo(() => daysOf(series), [series])
  return <PlainTable caption={caption} columns={columns} rows={days} keyOf={(it) => it.at} />
}

function daysOf(series: readonly Series[]): Day[] {
  const points = series.flatMap((it, i) => it.points.map(({ x, y }) => ({ i, x, y })))
  return [...Map.groupBy(points, ({ x }) => x)]
    .sort(([a], [b]) => b - a)
    .map(([at, ofDay]) => ({ at, scores: new Map(ofDay.map(({ i, y }) => [i, y])) }))
}

const columnsOf = (series: readonly Series[]): readonly Column<Day>[] => [
  {
    id: 'day',
    header: 'Day',
    meta: { isHeader: true },
    cell: ({ row: { original: it } }) => dayName(it.at),
  },
  ...series.map(
    ({ name }, i): Column<Day> => ({
      id: `series-${i}`,
      header: name,
      meta: { isNumber: true },
      cell: ({ row: { original: it } }) => said(it.scores.get(i)),
    }),
  ),
]

function said(score: number | null | undefined) {
  if (typeof score === 'number') return twoDecimals(score)
  return <span className="quiet">{noScore(score)}</span>
}
