import { Link } from 'wouter'
import { useHistory, useServer } from '../../data/answers.ts'
import { shortName } from '../../data/long-text.ts'
import { count, plural, twoDecimals } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import { isSilent } from '../../data/staleness.ts'
import { ageDays, aheadDays, duration, isAhead, shortAge } from '../../data/time.ts'
import type { ServerDetails, ServerFinding } from '../../data/wire.ts'
import { dailyScores } from '../../parts/daily-scores.ts'
import { HowFarBack, useDays } from '../../parts/how-far-back.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Name } from '../../parts/name.tsx'
import { Pairs } from '../../parts/pairs.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ScoreChart } from '../../parts/score-chart.tsx'
import { CountOf, SeverityMark } from '../../parts/severity.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { ViewHead } from '../../parts/view-head.tsx'
import { ServerFindings } from './server-findings.tsx'

const USUAL_DAYS = 90

export function ServerView({ name }: { name: string }) {
  const days = useDays(USUAL_DAYS)
  const [server, history] = [useServer(name), useHistory(days, name)]
  if (server.trouble?.kind === 'unknown' && server.body === undefined) {
    return (
      <>
        <ViewHead title={name} answers={[server]} />
        <Empty room={2}>
          <p>
            No scan of a server called <Name as={(shown) => <code>{shown}</code>}>{name}</Name> has
            ever been recorded. <Link to="/compliance">All servers</Link>
          </p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <ViewHead
        title={name}
        lede={server.body === undefined ? null : lede(server.body)}
        answers={[server, history]}
      />
      <div className="grid">
        <Panel title="Latest scan" className="c5">
          <Shown of={server} room={3}>
            {(body) => <LatestScan {...body} />}
          </Shown>
        </Panel>
        <Panel
          title="Score history"
          className="c7"
          isPast={history.isPast}
          aside={<HowFarBack days={days} usual={USUAL_DAYS} />}
        >
          <Shown of={history} room={3}>
            {({ all_history, days, timestamp }) =>
              all_history.length === 0 ? (
                <Empty room={3}>No scan in the last {plural(days, 'day')}.</Empty>
              ) : (
                <ScoreChart
                  label={`Score of the last ${plural(days, 'day')}`}
                  caption="Score a day"
                  read={timestamp}
                  series={[
                    {
                      id: name,
                      name: 'Score',
                      colour: 'c-overall',
                      isMain: true,
                      points: dailyScores(all_history),
                    },
                  ]}
                />
              )
            }
          </Shown>
        </Panel>
        <Panel title="Findings of the latest scan">
          <Shown of={server} room={3}>
            {({ findings, timestamp }) => <ServerFindings findings={findings} read={timestamp} />}
          </Shown>
        </Panel>
      </div>
    </>
  )
}

function lede({ scan, timestamp }: ServerDetails): string {
  const type = shortName(scan.server_type)
  if (isAhead(scan.scan_date, timestamp)) {
    const ahead = shortAge(aheadDays(scan.scan_date, timestamp))
    return `${type}. Its latest scan is dated ${ahead} ahead: a clock or a time zone is wrong.`
  }
  const age = shortAge(ageDays(scan.scan_date, timestamp))
  return isSilent(scan.scan_date, timestamp)
    ? `${type}. It has stopped reporting: all below is ${age} old.`
    : `${type}, last scanned ${age} ago.`
}

const isResolved = (it: ServerFinding): boolean => it.status === 'fail' && it.resolved

const LatestScan = ({ scan, findings, timestamp }: ServerDetails) => (
  <>
    <p className="score">
      <span className="score-number">
        {scan.overall_score === null ? '–' : twoDecimals(scan.overall_score)}
      </span>
      <span className="quiet">{scan.overall_score === null ? 'no score' : 'of 100'}</span>
    </p>
    <ul className="severity-line">
      {SEVERITIES.map((severity) => (
        <li key={severity}>
          <SeverityMark severity={severity} />{' '}
          <CountOf n={scan[`findings_${severity}`]} severity={severity} />
        </li>
      ))}
      <li>
        passed <CountOf n={scan.findings_pass} severity="pass" />
      </li>
    </ul>
    <Pairs
      of={{
        scanned: <Moment at={scan.scan_date} read={timestamp} />,
        took: duration(scan.scan_duration_seconds),
        checks: `${count(scan.checks_run)} of ${count(scan.checks_total)} run, ${count(scan.checks_skipped)} skipped`,
        // They are counted above, and not among the open ones below.
        'resolved since': plural(findings.filter(isResolved).length, 'finding'),
        type: scan.server_type,
      }}
    />
    {Object.keys(scan.metadata).length > 0 && <Pairs of={scan.metadata} />}
  </>
)
