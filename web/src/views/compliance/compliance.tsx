import { Link } from 'wouter'
import { addressOf, useFilter } from '../../data/address.ts'
import { useCategories, useSummary } from '../../data/answers.ts'
import { count, plural, twoDecimals } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import { isSilent } from '../../data/staleness.ts'
import type { Summary } from '../../data/wire.ts'
import { COUNTED } from '../../parts/counted.ts'
import { NotTaken } from '../../parts/not-taken.tsx'
import { Panel } from '../../parts/panel.tsx'
import { SeverityMark } from '../../parts/severity.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { ViewHead } from '../../parts/view-head.tsx'
import { CategoryHeat } from './category-heat.tsx'
import { ScoreHistory, useChosenHistories } from './score-history.tsx'
import { ServerTable, useSmallLines } from './server-table.tsx'

const TABS = [
  ['servers', 'Servers'],
  ['categories', 'Pass rates by category'],
  ['history', 'Score history'],
] as const

export function ComplianceView() {
  const asked = useFilter('show') ?? 'servers'
  const known = TABS.find(([show]) => show === asked)?.[0]
  const chosen = known ?? 'servers'
  const summary = useSummary()
  const categories = useCategories(chosen === 'categories')
  const scores = useChosenHistories(summary.body?.servers ?? [], chosen === 'history')
  const lines = useSmallLines(summary.body?.servers.length ?? 0, chosen === 'servers')
  // All that is shown: the head tells when it was read, and what could not be. The small lines are read rarely, and
  // would make all the rest look old: they are told of only where they could not be read.
  const hasLostLines = chosen === 'servers' && lines.trouble !== null
  const answers = [
    summary,
    ...(chosen === 'categories' ? [categories] : []),
    ...(hasLostLines ? [lines] : []),
    ...scores.histories,
  ]
  return (
    <>
      <ViewHead
        title="Compliance"
        lede={summary.body === undefined ? null : lede(summary.body)}
        answers={answers}
      />
      <nav className="tabs" aria-label="Compliance">
        {TABS.map(([show, name]) => (
          <Link
            key={show}
            to={addressOf('/compliance', show === 'servers' ? {} : { show })}
            {...(show === chosen && { 'aria-current': 'true' as const })}
          >
            {name}
          </Link>
        ))}
      </nav>
      {known === undefined && (
        <NotTaken name="show" value={asked}>
          This view has no such part: these are the servers.
        </NotTaken>
      )}
      <Shown of={summary} room={3}>
        {(body) =>
          body.servers.length === 0 ? (
            <Panel title="Servers">
              <Empty room={2}>
                <strong>No server has ever been scanned.</strong>
              </Empty>
            </Panel>
          ) : (
            <div className="stack">
              {chosen === 'servers' && <Totals {...body} />}
              {chosen === 'servers' && <ServerTable summary={body} history={lines} />}
              {chosen === 'categories' && <CategoryHeat categories={categories} />}
              {chosen === 'history' && <ScoreHistory servers={body.servers} {...scores} />}
            </div>
          )
        }
      </Shown>
    </>
  )
}

function lede({ overall_score, total_servers, servers, timestamp }: Summary): string {
  if (total_servers === 0) return 'No server has ever been scanned: how they comply is not known.'
  const silent = servers.filter((it) => isSilent(it.latest_scan_date, timestamp)).length
  const mean = overall_score === null ? 'no score' : `${twoDecimals(overall_score)} on average`
  const late = silent === 0 ? '' : ` ${plural(silent, 'server')} stopped reporting.`
  return `${plural(total_servers, 'server')}, ${mean}.${late}`
}

const Totals = ({ overall_score, total_findings, severity_totals }: Summary) => (
  <Panel title="Totals of the latest scans" note={COUNTED}>
    <dl className="figures">
      <div>
        <dt>mean score</dt>
        <dd>{overall_score === null ? 'none' : twoDecimals(overall_score)}</dd>
      </div>
      <div>
        <dt>findings</dt>
        <dd>{count(total_findings)}</dd>
      </div>
      {SEVERITIES.map((severity) => (
        <div key={severity}>
          <dt>
            <SeverityMark severity={severity} />
          </dt>
          <dd>{count(severity_totals[severity])}</dd>
        </div>
      ))}
      <div>
        <dt>checks passed</dt>
        <dd>{count(severity_totals.passing)}</dd>
      </div>
    </dl>
  </Panel>
)
