// Scores over time. Read by pointer, by keyboard (the slider below it) and as a table.
import { useMemo, useState } from 'react'
import { shortName } from '../data/long-text.ts'
import { oneDecimal } from '../data/numbers.ts'
import { dayName, isInYearOf, shortDayFrom } from '../data/time.ts'
import { ChartLabel } from './chart-label.tsx'
import { Name } from './name.tsx'
import { noScore } from './no-score.ts'
import {
  apart,
  linear,
  lonely,
  type Point,
  pathOf,
  scoreDomain,
  scoreTicks,
  spaced,
} from './scale.ts'
import { useWidth } from './use-width.ts'

export interface Series {
  readonly id: string
  readonly name: string
  /** A class that gives it its colour. */
  readonly colour: string
  readonly isMain?: boolean
  readonly points: readonly Point[]
}

interface LineChartProps {
  readonly label: string
  readonly series: readonly Series[]
  /** Where the axis ends: what stopped before that does not reach the edge. */
  readonly today: number
  readonly height?: number
}

const TOP = 10
const BOTTOM = 22
const LEFT = 30
const LABEL_GAP = 15
const LABEL_ROOM = 75
/** Where some have their year. */
const YEAR_ROOM = 115
const THUMB = 9
/** Below this there is no room for names beside the lines: they stand in the readout. */
const NARROW = 520
const LABEL_WIDTH = 112

export function LineChart({ label, series, today, height: wanted = 250 }: LineChartProps) {
  const [frame, width, size] = useWidth<HTMLDivElement>()
  const moments = useMemo(
    () =>
      [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b),
    [series],
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const last = moments.at(-1) ?? 0
  const at = moments[chosen ?? moments.length - 1] ?? last
  // A single line needs no name.
  const isNamed = width >= NARROW && series.length > 1
  const right = isNamed ? LABEL_WIDTH * size : 8
  const height = wanted * size
  const left = LEFT * size
  const bottom = height - BOTTOM * size
  const axis = last === today ? moments : [...moments, today]
  const room = isInYearOf(axis[0] ?? today, today) ? LABEL_ROOM : YEAR_ROOM
  const x = linear([axis[0] ?? 0, today], [left, width - right])
  const values = series.flatMap(({ points }) =>
    points.flatMap((it) => (it.y === null ? [] : [it.y])),
  )
  const domain = scoreDomain(values)
  const y = linear(domain, [bottom, TOP])
  const readings = series.map((it) => ({ ...it, value: valueAt(it.points, at) }))
  // Beside a line; where there is none, a name would stand beside a score that nobody has.
  const named = isNamed ? series.filter(({ points }) => lastOf(points) !== undefined) : []
  const ends = named.map(({ points }) => y(lastOf(points) ?? 0))
  const labels = apart(ends, LABEL_GAP * size, bottom)
  const point = (clientX: number, left: number) => {
    const nearest = moments.map((it) => Math.abs(x(it) - (clientX - left)))
    setChosen(nearest.indexOf(Math.min(...nearest)))
  }
  const spoken = `${dayName(at)}: ${readings
    .map(({ name, value }) => `${shortName(name)} ${said(value)}`)
    .join(', ')}`
  return (
    <div className="chart" ref={frame}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
          onPointerMove={(event) =>
            point(event.clientX, event.currentTarget.getBoundingClientRect().left)
          }
          onPointerLeave={() => setChosen(null)}
        >
          {scoreTicks(domain).map((tick) => (
            <g key={tick}>
              <line className="rule" x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
              <text x={left - 6} y={y(tick) + 4} textAnchor="end">
                {tick}
              </text>
            </g>
          ))}
          {spaced(axis, x, room * size).map((moment) => (
            <text key={moment} x={x(moment)} y={height - 5} textAnchor={anchor(moment, axis)}>
              {shortDayFrom(moment, today)}
            </text>
          ))}
          {series.map(({ id, colour, isMain, points }, i) => (
            <path
              key={id}
              className={`line ${colour} ${isMain ? 'main' : ''}`}
              strokeDasharray={isMain ? undefined : DASHES[i % DASHES.length]}
              d={pathOf(points, x, y)}
            />
          ))}
          {series.flatMap(({ id, colour, points }) =>
            lonely(points).map((it) => (
              <circle
                key={`${id} ${it.x}`}
                className={`dot ${colour}`}
                cx={x(it.x)}
                cy={y(it.y ?? 0)}
                r="2.5"
              />
            )),
          )}
          {named.map(({ id, name, colour }, i) => (
            <ChartLabel
              key={id}
              className={`end-label ${colour}`}
              x={width - right + 8}
              y={labels[i] ?? 0}
              width={right - 8}
              size={size}
            >
              {name}
            </ChartLabel>
          ))}
          <line className="cross" x1={x(at)} x2={x(at)} y1={TOP} y2={bottom} />
          {readings.map(({ id, colour, value }) =>
            typeof value !== 'number' ? null : (
              <circle key={id} className={`dot ${colour}`} cx={x(at)} cy={y(value)} r="3.5" />
            ),
          )}
        </svg>
      )}
      <input
        type="range"
        className="scrubber"
        style={{ marginLeft: left - THUMB / 2, width: Math.max(0, x(last) - left) + THUMB }}
        aria-label={`${label}: choose a day`}
        aria-valuetext={spoken}
        min={0}
        max={Math.max(0, moments.length - 1)}
        value={chosen ?? Math.max(0, moments.length - 1)}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
      <p className="readout">
        <span>{dayName(at)}</span>
        {readings.map(({ id, name, colour, value }) => (
          <span key={id} className={colour}>
            <Name>{name}</Name> <strong>{said(value)}</strong>
          </span>
        ))}
      </p>
    </div>
  )
}

/** Lines differ by more than colour. */
const DASHES = [undefined, '7 3', '2 3', '10 3 2 3', '5 2', '4 4']

const anchor = (moment: number, moments: readonly number[]) =>
  moment === moments[0] ? 'start' : moment === moments.at(-1) ? 'end' : 'middle'

const lastOf = (points: readonly Point[]): number | undefined =>
  points.findLast((it) => it.y !== null)?.y ?? undefined

/** Undefined where nothing was scanned, null where a scan had no score. */
const valueAt = (points: readonly Point[], at: number): Point['y'] | undefined =>
  points.find(({ x }) => x === at)?.y

const said = (value: Point['y'] | undefined): string =>
  typeof value === 'number' ? oneDecimal(value) : noScore(value)
