// The scores of a few chosen servers, side by side.
import { useRef } from 'react'
import { canBeAsked, refine, useFilters } from '../../app/address.ts'
import { type Answer, useHistories } from '../../data/answers.ts'
import type { History, Summary } from '../../data/wire.ts'
import { worstFirst } from '../../data/worst-first.ts'
import { Choice } from '../../parts/choice.tsx'
import { dailyScores } from '../../parts/daily-scores.ts'
import { Panel } from '../../parts/panel.tsx'
import { ScoreChart } from '../../parts/score-chart.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { AddServer } from './add-server.tsx'

const DAYS = ['7', '30', '90', '365'] as const
const MOST = 6
const AT_FIRST = 3
const NOBODY: readonly string[] = []

export interface ChosenHistories {
  readonly days: (typeof DAYS)[number]
  readonly chosen: readonly string[]
  /** One for each that is chosen. */
  readonly histories: readonly Answer<History>[]
}

/** The servers of the address, or else the worst; none are asked for while nobody looks. */
export function useChosenHistories(servers: Summary['servers'], isShown: boolean): ChosenHistories {
  const search = useFilters()
  const asked = search.get('servers')?.split(',').filter(canBeAsked)
  const worst = worstFirst(servers).map((it) => it.server_name)
  const chosen = asked
    ? [...new Set(asked)].slice(0, MOST)
    : worst.filter(canBeAsked).slice(0, AT_FIRST)
  const days = DAYS.find((it) => it === search.get('days')) ?? '90'
  return { days, chosen, histories: useHistories(Number(days), isShown ? chosen : NOBODY) }
}

interface ScoreHistoryProps extends ChosenHistories {
  readonly servers: Summary['servers']
}

export function ScoreHistory({ servers, days, chosen, histories }: ScoreHistoryProps) {
  const names = servers.map((it) => it.server_name).filter(canBeAsked)
  const list = useRef<HTMLUListElement>(null)
  // Nobody is not the same as no choice.
  const choose = (servers: readonly string[]) => refine({ servers: servers.join(',') || ',' })
  const series = chosen.map((name, i) => ({
    id: name,
    name,
    colour: `c-${i}`,
    points: dailyScores(histories[i]?.body?.all_history ?? []),
  }))
  // What cannot be read is told at the head of the view; the others are drawn.
  const missing = histories.every((it) => it.body === undefined) ? histories[0] : undefined
  const isPast = histories.some((it) => it.isPast)
  // What is drawn may answer for other days than those that are chosen, until they have come.
  const over = histories.find((it) => it.body !== undefined)?.body?.days ?? days
  const hasScans = series.some(({ points }) => points.length > 0)
  return (
    <Panel
      title="Score history"
      isPast={isPast}
      aside={
        <Choice
          label="How far back"
          values={DAYS}
          chosen={days}
          nameOf={(it) => `${it} d`}
          onChoose={(it) => refine({ days: it === '90' ? null : it })}
        />
      }
      note="One point a day and server: the last scan of that day."
    >
      <div className="filters">
        <ul className="chips" aria-label="Chosen servers" ref={list} tabIndex={-1}>
          {chosen.map((name, i) => (
            <li key={name}>
              <button
                type="button"
                className={`c-${i}`}
                onClick={() => {
                  // The button goes away; the focus must not go with it.
                  list.current?.focus()
                  choose(chosen.filter((it) => it !== name))
                }}
              >
                {name} <span aria-hidden="true">×</span>
                <span className="unseen">take away</span>
              </button>
            </li>
          ))}
        </ul>
        <AddServer
          names={names.filter((it) => !chosen.includes(it))}
          isFull={chosen.length >= MOST}
          onAdd={(name) => choose([...chosen, name])}
        />
      </div>
      {missing !== undefined ? (
        <Shown of={missing} room={3}>
          {() => null}
        </Shown>
      ) : hasScans ? (
        <ScoreChart
          label={`Scores of the last ${over} days`}
          caption="Scores a day and server"
          series={series}
          height={340}
        />
      ) : (
        <Empty room={3}>
          {chosen.length === 0
            ? 'No server is chosen.'
            : `No scan of ${chosen.length === 1 ? 'this server' : 'these servers'} in the last ${over} days.`}
        </Empty>
      )}
    </Panel>
  )
}
