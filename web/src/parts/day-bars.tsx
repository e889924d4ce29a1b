// One row a scanner, one column a day: how many scans, and what they found.
import { count, plural } from '../data/numbers.ts'
import { dayMillis, shortDay } from '../data/time.ts'
import { ChartLabel } from './chart-label.tsx'
import { alone, thinned, within } from './scale.ts'
import { useWidth } from './use-width.ts'

export interface DayCell {
  readonly scans: number
  readonly infections: number
}

interface DayBarsProps {
  readonly label: string
  readonly days: readonly string[]
  readonly rows: readonly { readonly name: string; readonly cells: ReadonlyMap<string, DayCell> }[]
}

const ROW = 56
const NAME = 92
const AXIS = 20
const BAR = 26
const DIGIT = 7

export function DayBars({ label, days, rows }: DayBarsProps) {
  const [frame, width, size] = useWidth<HTMLDivElement>()
  const [left, row, axis] = [NAME * size, ROW * size, AXIS * size]
  const most = Math.max(1, ...rows.flatMap((row) => [...row.cells.values()].map((it) => it.scans)))
  const column = Math.max(2, (width - left) / days.length)
  const height = rows.length * row + axis
  const x = (i: number) => left + i * column
  return (
    <div className="chart days" ref={frame}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={label}
        >
          {rows.map(({ name, cells }, r) => {
            const floor = (r + 1) * row - 8 * size
            const numbers = days.flatMap((day, i) => {
              const found = cells.get(day)?.infections ?? 0
              const wide = DIGIT * size * count(found).length
              const middle = within(x(i) + column / 2, wide, [left, width])
              return found === 0 ? [] : [{ day, found, middle, wide }]
            })
            // Numbers side by side would read as one: 4 and 1 as 41.
            const shown = alone(numbers, DIGIT * size)
            return (
              <g key={name}>
                <ChartLabel x={0} y={floor - 10} width={left - 8} size={size}>
                  {name}
                </ChartLabel>
                <line className="rule" x1={left} x2={width} y1={floor + 0.5} y2={floor + 0.5} />
                {days.map((day, i) => {
                  const cell = cells.get(day)
                  if (cell === undefined) return null
                  const tall = Math.max(3, (cell.scans / most) * BAR * size)
                  return (
                    <g key={day}>
                      <title>{`${shortDay(dayMillis(day))}, ${name}: ${plural(cell.scans, 'scan')}, ${plural(cell.infections, 'infection')}`}</title>
                      <rect
                        className="scan"
                        x={x(i) + column * 0.15}
                        width={column * 0.7}
                        y={floor - tall}
                        height={tall}
                      />
                      {cell.infections > 0 && (
                        <Found
                          at={x(i) + column / 2}
                          y={floor - tall - 8}
                          number={shown.find((it) => it.day === day)}
                        />
                      )}
                    </g>
                  )
                })}
              </g>
            )
          })}
          {thinned(days, (width - left) / (75 * size)).map((day) => (
            <text
              key={day}
              x={x(days.indexOf(day)) + column / 2}
              y={height - 3}
              textAnchor={day === days.at(-1) ? 'end' : 'middle'}
            >
              {shortDay(dayMillis(day))}
            </text>
          ))}
        </svg>
      )}
    </div>
  )
}

interface FoundProps {
  readonly at: number
  readonly y: number
  /** Where there is room for it. */
  readonly number: { readonly found: number; readonly middle: number } | undefined
}

/** A diamond with its number: infections never hide in the height of a bar. */
const Found = ({ at, y, number }: FoundProps) => (
  <>
    <path className="infected" d={`M${at} ${y - 4}l4 4-4 4-4-4z`} />
    {number !== undefined && (
      <text className="t-critical" x={number.middle} y={y - 7} textAnchor="middle">
        {count(number.found)}
      </text>
    )}
  </>
)
