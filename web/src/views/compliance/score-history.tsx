// The scores of a few chosen servers, side by side.
import { useRef } from 'react'
import { canBeAsked, refine, useFilters } from '../../data/address.ts'
import { type Answer, useHistories } from '../../data/answers.ts'
import { plural } from '../../data/numbers.ts'
import type { History, Summary } from '../../data/wire.ts'
import { worstFirst } from '../../data/worst-first.ts'
import { dailyScores } from '../../parts/daily-scores.ts'
import { HowFarBack, useDays } from '../../parts/how-far-back.tsx'
import { Ends } from '../../parts/name.tsx'
import { NotTaken } from '../../parts/not-taken.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ScoreChart } from '../../parts/score-chart.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { AddServer } from './add-server.tsx'

const USUAL_DAYS = 90
const MOST = 6
const AT_FIRST = 3
const NOBODY: readonly string[] = []

export interface ChosenHistories {
  readonly days: number
  readonly chosen: readonly string[]
  /** What the address names as well: no names of servers to the service, and too many. */
  readonly left: readonly string[]
  /** One for each that is chosen. */
  readonly histories: readonly Answer<History>[]
}

/** The servers of the address, or else the worst; none are asked for while nobody looks. */
export function useChosenHistories(servers: Summary['servers'], isShown: boolean): ChosenHistories {
  const search = useFilters()
  const worst = worstFirst(servers).map((it) => it.server_name)
  const asked = search.get('servers')?.split(',').filter(Boolean)
  const named = [...new Set(asked)]
  const chosen = asked
    ? named.filter(canBeAsked).slice(0, MOST)
    : worst.filter(canBeAsked).slice(0, AT_FIRST)
  const left = named.filter((it) => !chosen.includes(it))
  const days = useDays(USUAL_DAYS)
  return { days, chosen, left, histories: useHistories(days, isShown ? chosen : NOBODY) }
}

interface ScoreHistoryProps extends ChosenHistories {
  readonly servers: Summary['servers']
}

export function ScoreHistory({ servers, days, chosen, left, histories }: ScoreHistoryProps) {
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
  const shown = histories.find((it) => it.body !== undefined)?.body
  const over = shown?.days ?? days
  const hasScans = series.some(({ points }) => points.length > 0)
  return (
    <Panel
      title="Score history"
      isPast={isPast}
      aside={<HowFarBack days={days} usual={USUAL_DAYS} />}
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
                <Ends>{name}</Ends> <span aria-hidden="true">×</span>
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
      {left.length > 0 && (
        <NotTaken name="servers" value={left.join(',')}>
          Not drawn: a name has letters, digits, _ and - only, and there are six at most.
        </NotTaken>
      )}
      {missing !== undefined ? (
        <Shown of={missing} room={3}>
          {() => null}
        </Shown>
      ) : hasScans ? (
        <ScoreChart
          label={`Scores of the last ${plural(over, 'day')}`}
          caption="Scores a day and server"
          series={series}
          read={shown?.timestamp ?? ''}
          height={340}
        />
      ) : (
        <Empty room={3}>
          {chosen.length === 0
            ? 'No server is chosen.'
            : `No scan of ${chosen.length === 1 ? 'this server' : 'these servers'} in the last ${plural(over, 'day')}.`}
        </Empty>
      )}
    </Panel>
  )
}
