import { count, oneDecimal, twoDecimals } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import { isSilent } from '../../data/staleness.ts'
import { isAhead, millis } from '../../data/time.ts'
import type { History, HistoryItem, ServerSummary } from '../../data/wire.ts'
import { Age } from '../../parts/moment.tsx'
import { Name } from '../../parts/name.tsx'
import type { Point } from '../../parts/scale.ts'
import { ServerLink } from '../../parts/server-link.tsx'
import { CountOf, Shape } from '../../parts/severity.tsx'
import { Sparkline } from '../../parts/sparkline.tsx'
import type { Column } from '../../parts/table-model.ts'

export const columnsOf = (
  read: string,
  days: number,
  history: History | undefined,
  lowest: number,
): readonly Column<ServerSummary>[] => [
  {
    id: 'server',
    header: 'Server',
    meta: { isHeader: true },
    accessorFn: (it) => it.server_name,
    cell: ({ row: { original: it } }) => <ServerLink name={it.server_name} />,
  },
  {
    id: 'type',
    header: 'Type',
    accessorFn: (it) => it.server_type,
    cell: ({ row: { original: it } }) => <Name>{it.server_type}</Name>,
  },
  {
    id: 'score',
    header: 'Score',
    meta: { isNumber: true },
    accessorFn: (it) => it.overall_score ?? undefined,
    cell: ({ row: { original: it } }) =>
      it.overall_score === null ? (
        <span className="quiet">none</span>
      ) : (
        twoDecimals(it.overall_score)
      ),
  },
  {
    id: 'history',
    header: `Last ${days} days`,
    cell: ({ row: { original: it } }) => (
      <Spark server={it.server_name} {...{ read, days, history, lowest }} />
    ),
  },
  ...SEVERITIES.map(
    (severity): Column<ServerSummary> => ({
      id: severity,
      header: severity,
      meta: { isNumber: true },
      sortDescFirst: true,
      accessorFn: (it) => it[`${severity}_findings`],
      cell: ({ row: { original: it } }) => (
        <CountOf n={it[`${severity}_findings`]} severity={severity} />
      ),
    }),
  ),
  {
    id: 'findings',
    header: 'All',
    meta: { isNumber: true },
    sortDescFirst: true,
    accessorFn: (it) => it.total_findings,
    cell: ({ row: { original: it } }) => count(it.total_findings),
  },
  {
    id: 'passing',
    header: 'Passing',
    meta: { isNumber: true },
    sortDescFirst: true,
    accessorFn: (it) => it.passing_checks,
    cell: ({ row: { original: it } }) => count(it.passing_checks),
  },
  {
    id: 'scan',
    header: 'Last scan',
    meta: { isNumber: true },
    accessorFn: (it) => it.latest_scan_date,
    filterFn: ({ original }) => isSilent(original.latest_scan_date, read),
    cell: ({ row: { original: it } }) => <LastScan at={it.latest_scan_date} read={read} />,
  },
]

function LastScan({ at, read }: { at: string; read: string }) {
  const why = isSilent(at, read)
    ? 'stopped reporting:'
    : isAhead(at, read) && 'dated in the future:'
  if (!why) return <Age at={at} read={read} />
  return (
    <span className="sev high">
      <Shape of="high" />
      <span className="unseen">{why}</span>
      <Age at={at} read={read} />
    </span>
  )
}

interface SparkProps {
  readonly server: string
  readonly read: string
  readonly days: number
  readonly history: History | undefined
  readonly lowest: number
}

const NONE: readonly HistoryItem[] = []

function Spark({ server, read, days, history, lowest }: SparkProps) {
  if (history === undefined) return <span className="spark" />
  const scans = Object.hasOwn(history.history_by_server, server)
    ? (history.history_by_server[server] ?? NONE)
    : NONE
  const points: Point[] = scans.map((it) => ({
    x: millis(it.scan_date, read),
    y: it.overall_score,
  }))
  const to = Date.parse(history.timestamp)
  const from = to - days * 86_400_000
  return <Sparkline {...{ points, from, to, lowest }} says={said(points)} />
}

function said(points: readonly Point[]): string {
  const [first, last] = [points[0]?.y, points.at(-1)?.y]
  if (typeof first !== 'number' || typeof last !== 'number') return 'score not known throughout'
  return `from ${oneDecimal(first)} to ${oneDecimal(last)}`
}
