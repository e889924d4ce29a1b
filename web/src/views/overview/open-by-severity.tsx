import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../../data/answers.ts'
import { count } from '../../data/numbers.ts'
import { SEVERITIES, total } from '../../data/severity.ts'
import type { Malware, Posture, SeverityCounts, Summary } from '../../data/wire.ts'
import { Meter } from '../../parts/meter.tsx'
import { Panel } from '../../parts/panel.tsx'
import { CountOf, SeverityMark } from '../../parts/severity.tsx'
import { Shown } from '../../parts/shown.tsx'
import { TableFrame } from '../../parts/table-frame.tsx'

interface OpenProps {
  readonly posture: Answer<Posture>
  readonly malware: Answer<Malware>
  readonly summary: Answer<Summary>
}

export const OpenBySeverity = ({ posture, malware, summary }: OpenProps) => (
  <Panel title="Open by severity">
    <TableFrame caption="Open by severity">
      <table className="narrow">
        <caption className="unseen">What is open, by kind and severity</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            {SEVERITIES.map((severity) => (
              <th key={severity} scope="col" className="end">
                <SeverityMark severity={severity} />
              </th>
            ))}
            <th scope="col" className="end">
              All
            </th>
          </tr>
        </thead>
        <tbody>
          <Kind of={posture} counts={(it) => it.current.active_incidents}>
            Incidents
          </Kind>
          <Kind of={malware} counts={(it) => it.severity_counts}>
            <Link to="/malware">Malware</Link>
          </Kind>
          <Kind of={summary} counts={(it) => it.severity_totals}>
            <Link to="/compliance">Compliance</Link>
          </Kind>
        </tbody>
      </table>
    </TableFrame>
    <Shown of={posture} room={1}>
      {({ current }) => <Controls {...current} />}
    </Shown>
    <p className="panel-note">Compliance: as counted in the latest scan of each server.</p>
  </Panel>
)

interface KindProps<Body> {
  readonly of: Answer<Body>
  readonly counts: (body: Body) => SeverityCounts
  readonly children: ReactNode
}

function Kind<Body>({ of, counts, children }: KindProps<Body>) {
  const known = of.body === undefined ? null : counts(of.body)
  return (
    <tr>
      <th scope="row">{children}</th>
      {SEVERITIES.map((severity) => (
        <td key={severity} className="end">
          {known === null ? '–' : <CountOf n={known[severity]} severity={severity} />}
        </td>
      ))}
      <td className="end">
        {known === null ? (of.trouble === null ? '…' : 'not known') : count(total(known))}
      </td>
    </tr>
  )
}

type ControlsProps = Pick<Posture['current'], 'controls_implemented' | 'controls_total'>

function Controls({ controls_implemented: done, controls_total: all }: ControlsProps) {
  if (all === 0) return <p className="controls quiet">No controls have been recorded.</p>
  return (
    <div className="controls">
      <p>
        <strong>{count(done)}</strong> of {count(all)} controls implemented
        <span className="quiet"> · {count(all - done)} missing</span>
      </p>
      <Meter percent={Math.min(100, (100 * done) / all)} fill="pass" />
    </div>
  )
}
