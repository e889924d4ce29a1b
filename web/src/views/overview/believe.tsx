// How old the data behind the figures is, and who has stopped sending any.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../../data/address.ts'
import type { Answer } from '../../data/answers.ts'
import { byScanDate } from '../../data/by-scan-date.ts'
import { count, plural } from '../../data/numbers.ts'
import {
  isPostureLate,
  isSilent,
  lastRecorded,
  recordedAhead,
  type Scanner,
  STALE_DAYS,
  scannersOf,
} from '../../data/staleness.ts'
import { dayMillis, dayName, isAhead, shortAge } from '../../data/time.ts'
import type { Malware, PostureOver, ServerSummary, Summary } from '../../data/wire.ts'
import { Age } from '../../parts/moment.tsx'
import { Name } from '../../parts/name.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { Shape } from '../../parts/severity.tsx'
import { Shown } from '../../parts/shown.tsx'

const MOST_NAMED = 5
const NOTE = `Late: a server silent for more than ${STALE_DAYS} days, a scanner or posture that missed two of its turns. Their last figures still count. Dated ahead: a clock or a time zone is wrong.`

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
    {...([recorded, malware, summary].some((it) => it.body !== undefined) && { note: NOTE })}
  >
    <ul className="believe">
      <Shown of={recorded} room={1} as="li">
        {(body) => <Recorded recorded={body} posture={posture.body ?? body} />}
      </Shown>
      <Shown of={malware} room={2} as="li">
        {(body) =>
          body.latest_scans.length === 0 ? (
            <Line isGood={false} name="Malware scans">
              never
            </Line>
          ) : (
            scannersOf(body).map((it) => <Ran key={it.name} scanner={it} body={body} />)
          )
        }
      </Shown>
      <Shown of={summary} room={2} as="li">
        {({ servers, timestamp }) => <Servers servers={servers} read={timestamp} />}
      </Shown>
    </ul>
  </Panel>
)

function Ran({ scanner: { name, days, isLate }, body }: { scanner: Scanner; body: Malware }) {
  const at = body.latest_scans.find((it) => it.scan_type === name)?.scan_date ?? ''
  const isWrong = isAhead(at, body.timestamp)
  return (
    <Line
      isGood={!isLate && !isWrong}
      isWrong={isWrong}
      name={
        <>
          Scanner <Name>{name}</Name>
        </>
      }
    >
      {isWrong ? (
        <>
          dated <Age at={at} read={body.timestamp} />
        </>
      ) : (
        `${shortAge(days)} ago`
      )}
    </Line>
  )
}

function Recorded({ recorded, posture }: Record<'recorded' | 'posture', PostureOver>) {
  const last = lastRecorded(recorded) ?? lastRecorded(posture)
  const ahead = recordedAhead(recorded)
  if (ahead !== undefined) {
    return (
      <Line isGood={false} isWrong name="Posture recorded">
        dated {dayName(dayMillis(ahead))}
      </Line>
    )
  }
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
  const ahead = servers.filter((it) => isAhead(it.latest_scan_date, read))
  return (
    <>
      <Line isGood={silent.length === 0 && servers.length > 0} name="Servers that report">
        {count(servers.length - silent.length)} of {count(servers.length)}
      </Line>
      <Few
        servers={silent.toSorted(byScanDate)}
        word="last"
        all={{ silent: '1', sort: 'scan' }}
        read={read}
      />
      <Few
        servers={ahead.toSorted(byScanDate).reverse()}
        word="dated"
        all={{ sort: '-scan' }}
        read={read}
      />
    </>
  )
}

interface FewProps {
  readonly servers: readonly ServerSummary[]
  /** In front of their dates. */
  readonly word: string
  /** What the list of servers is asked for to show all of them. */
  readonly all: Readonly<Record<string, string>>
  readonly read: string
}

const Few = ({ servers, word, all, read }: FewProps) => (
  <>
    {servers.slice(0, MOST_NAMED).map((it) => (
      <Line
        key={it.server_name}
        isGood={false}
        isWrong={isAhead(it.latest_scan_date, read)}
        name={<ServerLink name={it.server_name} />}
      >
        {word} <Age at={it.latest_scan_date} read={read} />
      </Line>
    ))}
    {servers.length > MOST_NAMED && (
      <Line
        isGood={false}
        name={
          <Link to={addressOf('/compliance', all)}>
            and {plural(servers.length - MOST_NAMED, 'more server')}
          </Link>
        }
      >
        {null}
      </Line>
    )}
  </>
)

interface LineProps {
  readonly isGood: boolean
  readonly isWrong?: boolean
  readonly name: ReactNode
  readonly children: ReactNode
}

const Line = ({ isGood, isWrong, name, children }: LineProps) => (
  <li className={isGood ? '' : 'late'}>
    <span className={`sev ${isGood ? 'pass' : 'high'}`}>
      <Shape of={isGood ? 'pass' : 'high'} />
      <span className="unseen">{isGood ? 'in time:' : isWrong ? 'doubtful:' : 'late:'}</span>
    </span>
    <span className="wrap">{name}</span>
    <span className="when">{children}</span>
  </li>
)
