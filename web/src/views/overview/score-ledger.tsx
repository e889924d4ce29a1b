// The overall score as an account: five parts, what each could give, gives and lacks.
import { change, oneDecimal, twoDecimals } from '../../data/numbers.ts'
import { COMPONENT_NAMES, type Share, sharesOf } from '../../data/score.ts'
import { dayInYear } from '../../data/time.ts'
import type { Posture } from '../../data/wire.ts'
import { Meter } from '../../parts/meter.tsx'
import { Empty } from '../../parts/shown.tsx'
import { TableFrame } from '../../parts/table-frame.tsx'
import { neverRecorded } from './never.ts'

interface ScoreLedgerProps {
  readonly posture: Posture
  readonly neverScanned: boolean
}

export function ScoreLedger({ posture, neverScanned }: ScoreLedgerProps) {
  const { current, history, timestamp } = posture
  if (neverRecorded(posture)) {
    return (
      <Empty room={3}>
        <strong>No posture has been recorded.</strong>
        <span>
          What was never measured earns nothing, so the score would read {current.overall}.
        </span>
      </Empty>
    )
  }
  const first = history.length > 1 ? history[0] : undefined
  const shares = sharesOf(current)
  return (
    <div className="ledger">
      <p className="score">
        <span className="score-number">{twoDecimals(current.overall)}</span>
        <span className="quiet">
          of 100
          {first !== undefined && (
            <>
              <br />
              <strong className="score-change">{change(current.overall - first.overall)}</strong>{' '}
              since {dayInYear(first.date, timestamp)}
            </>
          )}
        </span>
      </p>
      <Strip shares={shares} />
      <TableFrame caption="Components of the posture score">
        <table className="narrow">
          <caption className="unseen">Components of the posture score</caption>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col" className="end">
                Score
              </th>
              <th scope="col" className="end">
                Points won
              </th>
              <th scope="col" className="end">
                Lost
              </th>
              <th scope="col" className="end wide-only">
                {first === undefined ? 'Change' : `Since ${dayInYear(first.date, timestamp)}`}
              </th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ component, weight, score, won, lost }) => (
              <tr key={component}>
                <th scope="row">
                  <span className={`swatch c-${component}`} aria-hidden="true" />
                  {COMPONENT_NAMES[component]}
                  {component === 'malware' && neverScanned && (
                    <span className="quiet"> (never scanned)</span>
                  )}
                </th>
                <td className="end">{oneDecimal(score)}</td>
                <td className="end">
                  {oneDecimal(won)} <span className="quiet">of {weight}</span>
                </td>
                <td className="end">
                  {lost < 0.05 ? <span className="zero">0.0</span> : `−${oneDecimal(lost)}`}
                </td>
                <td className="end wide-only">
                  {first === undefined ? '–' : change(score - first[component])}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Overall</th>
              <td />
              <td className="end">
                {twoDecimals(current.overall)} <span className="quiet">of 100</span>
              </td>
              <td className="end">−{twoDecimals(100 - current.overall)}</td>
              <td className="end wide-only">
                {first === undefined ? '–' : change(current.overall - first.overall)}
              </td>
            </tr>
          </tfoot>
        </table>
      </TableFrame>
    </div>
  )
}

/** 100 points wide; each part is as wide as it weighs, and as full as it is won. */
const Strip = ({ shares }: { shares: readonly Share[] }) => (
  <div className="strip" aria-hidden="true">
    {shares.map(({ component, weight, score }) => (
      <div key={component} style={{ flexGrow: weight }}>
        <Meter percent={score} fill={component} />
      </div>
    ))}
  </div>
)
