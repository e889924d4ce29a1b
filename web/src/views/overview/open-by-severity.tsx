import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../../data/address.ts'
import type { Answer } from '../../data/answers.ts'
import { count, plural } from '../../data/numbers.ts'
import { SEVERITIES, total } from '../../data/severity.ts'
import type {
  Findings,
  Malware,
  Posture,
  Severity,
  SeverityCounts,
  Summary,
} from '../../data/wire.ts'
import { Meter } from '../../parts/meter.tsx'
import { Panel } from '../../parts/panel.tsx'
import { CountOf, SeverityMark } from '../../parts/severity.tsx'
import { Shown } from '../../parts/shown.tsx'
import { TableFrame } from '../../parts/table-frame.tsx'
import { neverRecorded } from './never.ts'
import { recordedOn } from './recorded-on.ts'

interface OpenProps {
  readonly posture: Answer<Posture>
  readonly malware: Answer<Malware>
  readonly summary: Answer<Summary>
  readonly findings: Answer<Findings>
  readonly open: Partial<SeverityCounts>
}

export const OpenBySeverity = ({ posture, malware, summary, findings, open }: OpenProps) => (
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
          <Kind
            of={posture}
            counts={posture.body?.current.active_incidents}
            never={posture.body && neverRecorded(posture.body) && 'not recorded'}
          >
            Incidents
          </Kind>
          <Kind
            of={malware}
            counts={malware.body?.severity_counts}
            never={malware.body?.latest_scans.length === 0 && 'never scanned'}
            list={{ at: '/malware', of: 'detection' }}
          >
            <Link to="/malware">Malware</Link>
          </Kind>
          <Kind
            of={findings}
            counts={open}
            all={findings.body?.total_findings}
            never={neverScanned(summary)}
            list={{ at: '/findings', of: 'finding' }}
          >
            <Link to="/findings">Compliance</Link>
          </Kind>
        </tbody>
      </table>
    </TableFrame>
    {/* Where they could not be read, the row of the incidents says so. */}
    {posture.trouble !== null && posture.body === undefined ? null : (
      <Shown of={posture} room={1}>
        {({ current }) => <Controls {...current} />}
      </Shown>
    )}
    {[posture, malware, findings].some((it) => it.body !== undefined) && (
      <p className="panel-note">
        Incidents and controls: as recorded {recordedOn(posture.body)}. Malware: detections that are
        not resolved. Compliance: findings that failed and are not resolved.
      </p>
    )}
  </Panel>
)

/** Where that is not known, none that is open says nothing, either. */
function neverScanned({ body, trouble }: Answer<Summary>): string | false {
  if (body === undefined) return trouble ? 'not known' : '…'
  return body.total_servers === 0 && 'never scanned'
}

/** The view that lists what is counted, by severity, and what one of it is called. */
interface ListOf {
  readonly at: string
  readonly of: string
}

interface KindProps {
  readonly of: Answer<unknown>
  readonly counts: Partial<SeverityCounts> | undefined
  /** Where it is known by itself. */
  readonly all?: number | undefined
  /** Nobody looked, or nobody knows: that nothing is known to be open says nothing. */
  readonly never?: string | false | undefined
  readonly list?: ListOf
  readonly children: ReactNode
}

function Kind({ of, counts = {}, all = sum(counts), never, list, children }: KindProps) {
  const isUnseen = Boolean(never) && (all ?? 0) === 0
  const isUnread = of.trouble !== null && Object.keys(counts).length === 0
  return (
    <tr>
      <th scope="row">{children}</th>
      {isUnseen || isUnread ? (
        <td colSpan={SEVERITIES.length + 1} className="end">
          {isUnread ? 'not known' : never}
        </td>
      ) : (
        <>
          {SEVERITIES.map((severity) => (
            <td key={severity} className="end">
              <Listed n={counts[severity]} {...{ severity, list }} />
            </td>
          ))}
          <td className="end">
            {all === undefined ? of.trouble ? 'not known' : '…' : <All n={all} list={list} />}
          </td>
        </>
      )}
    </tr>
  )
}

interface ListedProps {
  readonly n: number | undefined
  readonly severity: Severity
  readonly list: ListOf | undefined
}

/** A number that leads to what it counts. Who hears the link alone hears of what it is, too. */
function Listed({ n, severity, list }: ListedProps) {
  if (n === undefined) return '–'
  const shown = <CountOf n={n} severity={severity} />
  return list === undefined || n === 0 ? (
    shown
  ) : (
    <Link to={addressOf(list.at, { severity })} aria-label={plural(n, `${severity} ${list.of}`)}>
      {shown}
    </Link>
  )
}

const All = ({ n, list }: { n: number; list: ListOf | undefined }) =>
  list === undefined || n === 0 ? (
    count(n)
  ) : (
    <Link to={list.at} aria-label={`${plural(n, list.of)} in all`}>
      {count(n)}
    </Link>
  )

const sum = (counts: Partial<SeverityCounts>): number | undefined =>
  SEVERITIES.every((it) => counts[it] !== undefined) ? total(counts as SeverityCounts) : undefined

type ControlsProps = Pick<Posture['current'], 'controls_implemented' | 'controls_total'>

function Controls({ controls_implemented: done, controls_total: all }: ControlsProps) {
  if (all === 0) return <p className="controls quiet">No controls have been recorded.</p>
  return (
    <div className="controls">
      <p>
        <strong>{count(done)}</strong> of {plural(all, 'control')} implemented
        {done <= all && <span className="quiet"> · {count(all - done)} missing</span>}
      </p>
      <Meter percent={Math.min(100, (100 * done) / all)} fill="pass" />
    </div>
  )
}
