import { Link } from '../../app/link.tsx'
import type { Answer } from '../../data/answers.ts'
import { count, twoDecimals } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import type { ServerSummary, Summary } from '../../data/wire.ts'
import { Meter } from '../../parts/meter.tsx'
import { Age } from '../../parts/moment.tsx'
import { sorted } from '../../parts/order-of.ts'
import { Panel } from '../../parts/panel.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { CountOf, SeverityMark } from '../../parts/severity.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { TableFrame } from '../../parts/table-frame.tsx'

const MOST = 8

export const WorstServers = ({ summary }: { summary: Answer<Summary> }) => (
  <Panel
    title="Worst servers"
    aside={
      <Link to="compliance">all {summary.body && count(summary.body.total_servers)} servers</Link>
    }
  >
    <Shown of={summary} room={3}>
      {({ servers, timestamp }) =>
        servers.length === 0 ? (
          <Empty room={2}>
            <strong>No server has ever been scanned.</strong>
          </Empty>
        ) : (
          <Worst
            servers={sorted(servers, (it) => it.overall_score, false).slice(0, MOST)}
            read={timestamp}
          />
        )
      }
    </Shown>
  </Panel>
)

const Worst = ({ servers, read }: { servers: readonly ServerSummary[]; read: string }) => (
  <TableFrame caption="Worst servers">
    <table className="narrow">
      <caption className="unseen">Servers with the lowest scores</caption>
      <thead>
        <tr>
          <th scope="col">Server</th>
          <th scope="col" className="end">
            Score
          </th>
          <th scope="col" className="wide-only">
            <span className="unseen">Score as a bar</span>
          </th>
          {SEVERITIES.map((severity) => (
            <th key={severity} scope="col" className="end">
              <SeverityMark severity={severity} />
            </th>
          ))}
          <th scope="col" className="end wide-only">
            Last scan
          </th>
        </tr>
      </thead>
      <tbody>
        {servers.map((it) => (
          <tr key={it.server_name}>
            <th scope="row">
              <ServerLink name={it.server_name} />
            </th>
            <td className="end">
              {it.overall_score === null ? 'none' : twoDecimals(it.overall_score)}
            </td>
            <td className="wide-only bar-cell">
              {it.overall_score !== null && <Meter percent={it.overall_score} />}
            </td>
            {SEVERITIES.map((severity) => (
              <td key={severity} className="end">
                <CountOf n={it[`${severity}_findings`]} severity={severity} />
              </td>
            ))}
            <td className="end wide-only">
              <Age at={it.latest_scan_date} read={read} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </TableFrame>
)
