import { useMemo } from 'react'
import { Link } from 'wouter'
import type { Answer } from '../../data/answers.ts'
import { count, twoDecimals } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import type { ServerSummary, Summary } from '../../data/wire.ts'
import { worstFirst } from '../../data/worst-first.ts'
import { COUNTED } from '../../parts/counted.ts'
import { Meter } from '../../parts/meter.tsx'
import { Age } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { PlainTable } from '../../parts/plain-table.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { CountOf, SeverityMark } from '../../parts/severity.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import type { Column } from '../../parts/table-model.ts'

const MOST = 8

export const WorstServers = ({ summary }: { summary: Answer<Summary> }) => (
  <Panel
    title="Worst servers"
    aside={<Link to="/compliance">{allOf(summary.body?.total_servers ?? 0)}</Link>}
    {...(summary.body && { note: COUNTED })}
  >
    <Shown of={summary} room={3}>
      {({ servers, timestamp }) =>
        servers.length === 0 ? (
          <Empty room={2}>
            <strong>No server has ever been scanned.</strong>
          </Empty>
        ) : (
          <Worst servers={servers} read={timestamp} />
        )
      }
    </Shown>
  </Panel>
)

const allOf = (servers: number): string =>
  servers > 1 ? `all ${count(servers)} servers` : servers === 1 ? '1 server' : 'all servers'

function Worst({ servers, read }: { servers: readonly ServerSummary[]; read: string }) {
  const columns = useMemo(() => columnsOf(read), [read])
  const worst = useMemo(() => worstFirst(servers).slice(0, MOST), [servers])
  return (
    <PlainTable
      caption="Servers with the lowest scores"
      columns={columns}
      rows={worst}
      keyOf={(it) => it.server_name}
      className="narrow"
    />
  )
}

const columnsOf = (read: string): readonly Column<ServerSummary>[] => [
  {
    id: 'server',
    header: 'Server',
    meta: { isHeader: true },
    cell: ({ row: { original: it } }) => <ServerLink name={it.server_name} />,
  },
  {
    id: 'score',
    header: 'Score',
    meta: { isNumber: true },
    cell: ({ row: { original: it } }) =>
      it.overall_score === null ? 'none' : twoDecimals(it.overall_score),
  },
  {
    id: 'bar',
    header: () => <span className="unseen">Score as a bar</span>,
    meta: { className: 'wide-only bar-cell' },
    cell: ({ row: { original: it } }) =>
      it.overall_score !== null && <Meter percent={it.overall_score} />,
  },
  ...SEVERITIES.map(
    (severity): Column<ServerSummary> => ({
      id: severity,
      header: () => <SeverityMark severity={severity} />,
      meta: { isNumber: true },
      cell: ({ row: { original: it } }) => (
        <CountOf n={it[`${severity}_findings`]} severity={severity} />
      ),
    }),
  ),
  {
    id: 'scan',
    header: 'Last scan',
    meta: { isNumber: true, className: 'wide-only' },
    cell: ({ row: { original: it } }) => <Age at={it.latest_scan_date} read={read} />,
  },
]
