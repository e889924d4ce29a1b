// How old the data behind the figures is, and who has stopped sending any.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../../app/address.ts'
import type { Answer } from '../../data/answers.ts'
import { count, plural } from '../../data/numbers.ts'
import {
  isPostureLate,
  isSilent,
  lastRecorded,
  STALE_DAYS,
  scannersOf,
} from '../../data/staleness.ts'
import { dayMillis, dayName, shortAge } from '../../data/time.ts'
import type { Malware, PostureOver, ServerSummary, Summary } from '../../data/wire.ts'
import { Age } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { Shape } from '../../parts/severity.tsx'
import { Shown } from '../../parts/shown.tsx'

const MOST_SILENT = 5

interface BelieveProps {
  readonly posture: Answer<PostureOver>
  /** Of as many days as tell its rhythm, whatever is shown. */
  readonly recorded: Answer<PostureOver>
  readonly malware: Answer<Malware>
  readonly summary: Answer<Summary>
}

export const Believe = ({ posture, recorded, malware, summary }: BelieveProps) => (
  <Panel
    title="Can I believe it?"
    note={`Late: a server silent for more than ${STALE_DAYS} days, a scanner or posture that missed two of its turns. Their last figures still count.`}
  >
    <ul className="believe">
      <Shown of={recorded} room={1}>
        {(body) => <Recorded recorded={body} posture={posture.body ?? body} />}
      </Shown>
      <Shown of={malware} room={2}>
        {(body) =>
          body.latest_scans.length === 0 ? (
            <Line isGood={false} name="Malware scans">
              never
            </Line>
          ) : (
            scannersOf(body).map(({ name, days, isLate }) => (
              <Line key={name} isGood={!isLate} name={`Scanner ${name}`}>
                {shortAge(days)} ago
              </Line>
            ))
          )
        }
      </Shown>
      <Shown of={summary} room={2}>
        {({ servers, timestamp }) => <Servers servers={servers} read={timestamp} />}
      </Shown>
    </ul>
  </Panel>
)

function Recorded({ recorded, posture }: Record<'recorded' | 'posture', PostureOver>) {
  const last = lastRecorded(recorded) ?? lastRecorded(posture)
  return (
    <Line isGood={!isPostureLate(recorded)} name="Posture recorded">
      {last === undefined
        ? `not in the last ${plural(Math.max(recorded.days, posture.days), 'day')}`
        : dayName(dayMillis(last))}
    </Line>
  )
}

function Servers({ servers, read }: { servers: readonly ServerSummary[]; read: string }) {
  const silent = servers.filter((it) => isSilent(it.latest_scan_date, read))
  const oldestFirst = silent.toSorted((a, b) => (a.latest_scan_date < b.latest_scan_date ? -1 : 1))
  return (
    <>
      <Line isGood={silent.length === 0 && servers.length > 0} name="Servers that report">
        {count(servers.length - silent.length)} of {count(servers.length)}
      </Line>
      {oldestFirst.slice(0, MOST_SILENT).map((it) => (
        <Line key={it.server_name} isGood={false} name={<ServerLink name={it.server_name} />}>
          last <Age at={it.latest_scan_date} read={read} />
        </Line>
      ))}
      {silent.length > MOST_SILENT && (
        <Line
          isGood={false}
          name={
            <Link to={addressOf('/compliance', { silent: '1', sort: 'scan' })}>
              and {plural(silent.length - MOST_SILENT, 'more server')}
            </Link>
          }
        >
          {null}
        </Line>
      )}
    </>
  )
}

interface LineProps {
  readonly isGood: boolean
  readonly name: ReactNode
  readonly children: ReactNode
}

const Line = ({ isGood, name, children }: LineProps) => (
  <li className={isGood ? '' : 'late'}>
    <span className={`sev ${isGood ? 'pass' : 'high'}`}>
      <Shape of={isGood ? 'pass' : 'high'} />
      <span className="unseen">{isGood ? 'in time:' : 'late:'}</span>
    </span>
    <span className="wrap">{name}</span>
    <span className="when">{children}</span>
  </li>
)
