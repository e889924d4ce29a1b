import { useMemo } from 'react'
import type { Answer } from '../../data/answers.ts'
import { plural } from '../../data/numbers.ts'
import { COMPONENT_NAMES, COMPONENTS } from '../../data/score.ts'
import { dayMillis } from '../../data/time.ts'
import type { PostureDay, PostureOver } from '../../data/wire.ts'
import { HowFarBack } from '../../parts/how-far-back.tsx'
import type { Series } from '../../parts/line-chart.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ScoreChart } from '../../parts/score-chart.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'

export const USUAL_DAYS = 30

export const PostureHistory = ({
  posture,
  days,
}: {
  posture: Answer<PostureOver>
  days: number
}) => (
  <Panel
    title="Is it getting better?"
    className="c7"
    isPast={posture.isPast}
    aside={<HowFarBack days={days} usual={USUAL_DAYS} />}
  >
    <Shown of={posture} room={4}>
      {(body) => <HistoryChart {...body} />}
    </Shown>
  </Panel>
)

function HistoryChart({ history, days, timestamp }: PostureOver) {
  const series = useMemo(() => seriesOf(history), [history])
  if (history.length === 0) {
    return <Empty room={3}>Nothing was recorded in the last {plural(days, 'day')}.</Empty>
  }
  return (
    <ScoreChart
      label={`Posture score of the last ${plural(days, 'day')}`}
      caption="Posture score a day"
      series={series}
      read={timestamp}
      height={280}
    />
  )
}

const LINES = ['overall', ...COMPONENTS] as const

const nameOf = (line: (typeof LINES)[number]) =>
  line === 'overall' ? 'Overall' : COMPONENT_NAMES[line]

const seriesOf = (history: readonly PostureDay[]): Series[] =>
  LINES.map((line) => ({
    id: line,
    name: nameOf(line),
    colour: `c-${line}`,
    isMain: line === 'overall',
    points: history.map((day) => ({ x: dayMillis(day.date), y: day[line] })),
  }))
