// How old the data behind the figures is, and who has stopped sending any.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../../app/address.ts'
import type { Answer } from '../../data/answers.ts'
import { count, plural } from '../../data/numbers.ts'
import { isPostureLate, isSilent, STALE_DAYS, scannersOf } from '../../data/staleness.ts'
import { dayMillis, dayName, shortAge } from '../../data/time.ts'
import type { Malware, Posture, ServerSummary, Summary } from '../../data/wire.ts'
import { Age } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { Shape } from '../../parts/severity.tsx'
import { Shown } from '../../parts/shown.tsx'

const MOST_SILENT = 5

interface BelieveProps {
  readonly posture: Answer<Posture>
  readonly malware: Answer<Malware>
  readonly summary: Answer<Summary>
  readonly days: number
}

export const Believe = ({ posture, malware, summary, days }: BelieveProps) => (
  <Panel
    title="Can I believe it?"
    note={`Late: a server or posture silent for more than ${STALE_DAYS} days, a scanner that missed two of its turns. Their last figures still count.`}
  >
    <ul className="believe">
      <Shown of={posture} room={1}>
        {({ history, timestamp }) => (
          <Recorded last={history.at(-1)?.date} read={timestamp} days={days} />
        )}
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

interface RecordedProps {
  readonly last: string | undefined
  readonly read: string
  readonly days: number
}

const Recorded = ({ last, read, days }: RecordedProps) =>
  last === undefined ? (
    <Line isGood={false} name="Posture recorded">
      not in the last {plural(days, 'day')}
    </Line>
  ) : (
    <Line isGood={!isPostureLate(last, read)} name="Posture recorded">
      {dayName(dayMillis(last))}
    </Line>
  )

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
