import { memo } from 'react'
import { noScore } from './no-score.ts'
import { linear, type Point, pathOf } from './scale.ts'

const WIDTH = 112
const HEIGHT = 24

interface SparklineProps {
  readonly points: readonly Point[]
  /** The same for all that stand below each other. */
  readonly from: number
  readonly to: number
  readonly lowest: number
  readonly says: string
}

/** A score up to 100 at the size of a word, or a word where there is nothing to draw. */
export const Sparkline = memo(function Sparkline({
  points,
  from,
  to,
  lowest,
  says,
}: SparklineProps) {
  const known = points.filter((it) => it.y !== null)
  const last = known.at(-1)
  if (last === undefined)
    return <span className="quiet">{noScore(points.length > 0 ? null : undefined)}</span>
  const x = linear([from, to], [3, WIDTH - 4])
  const y = linear([lowest, 100], [HEIGHT - 3, 3])
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
      <path className="line" d={pathOf(points, x, y)} />
      <circle className="dot" cx={x(last.x)} cy={y(last.y ?? 0)} r="2.5" />
    </svg>
  )
})
