import { AsTable } from './as-table.tsx'
import { LineChart, type Series } from './line-chart.tsx'
import { SeriesTable } from './series-table.tsx'

interface ScoreChartProps {
  readonly label: string
  /** Of the same figures as a table. */
  readonly caption: string
  readonly series: readonly Series[]
  readonly height?: number
}

/** Scores over time, as lines, and, for who wants it, as a table. */
export const ScoreChart = ({ caption, ...chart }: ScoreChartProps) => (
  <>
    <LineChart {...chart} />
    <AsTable>{() => <SeriesTable caption={caption} series={chart.series} />}</AsTable>
  </>
)
