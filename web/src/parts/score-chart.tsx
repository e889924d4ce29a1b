import { useMemo } from 'react'
import { plural } from '../data/numbers.ts'
import { dayMillis } from '../data/time.ts'
import { AsTable } from './as-table.tsx'
import { LineChart, type Series } from './line-chart.tsx'
import { SeriesTable } from './series-table.tsx'
import { Empty } from './shown.tsx'

interface ScoreChartProps {
  readonly label: string
  /** Of the same figures as a table. */
  readonly caption: string
  readonly series: readonly Series[]
  /** The timestamp of the answer. */
  readonly read: string
  readonly height?: number
}

/** Scores over time, as lines, and, for who wants it, as a table. */
export function ScoreChart({ caption, series, read, ...chart }: ScoreChartProps) {
  const today = dayMillis(read.slice(0, 10))
  // One day of a wrong clock would press all others to the edge.
  const drawn = useMemo(
    () => series.map((it) => ({ ...it, points: it.points.filter(({ x }) => x <= today) })),
    [series, today],
  )
  const isLater = ({ x }: { x: number }) => x > today
  const later = new Set(series.flatMap((it) => it.points.filter(isLater).map(({ x }) => x))).size
  const undrawn = `Not drawn: ${plural(later, 'day is', 'days are')} dated in the future.`
  return (
    <>
      {drawn.every(({ points }) => points.length === 0) ? (
        <Empty room={3}>{undrawn}</Empty>
      ) : (
        <>
          <LineChart series={drawn} today={today} {...chart} />
          {later > 0 && <p className="quiet small">{undrawn}</p>}
        </>
      )}
      <AsTable>{() => <SeriesTable caption={caption} series={series} />}</AsTable>
    </>
  )
}
