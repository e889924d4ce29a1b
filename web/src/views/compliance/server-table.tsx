import { useMemo } from 'react'
import { refine, useFilter } from '../../data/address.ts'
import { type Answer, useFleetHistory } from '../../data/answers.ts'
import { count } from '../../data/numbers.ts'
import type { History, HistoryItem, Summary } from '../../data/wire.ts'
import { Filter } from '../../parts/filter.tsx'
import { NoSuchOrder } from '../../parts/no-such-order.tsx'
import { NotTaken } from '../../parts/not-taken.tsx'
import { useOrder } from '../../parts/order.ts'
import { Panel } from '../../parts/panel.tsx'
import { scoreDomain } from '../../parts/scale.ts'
import { Search, useWanted } from '../../parts/search.tsx'
import { Empty } from '../../parts/shown.tsx'
import { Table } from '../../parts/table.tsx'
import { useTableModel } from '../../parts/use-table-model.ts'
import { columnsOf } from './server-columns.tsx'

/** About as many scans as a page should carry to draw its small lines. */
const MOST_SCANS = 8_000

const sparkDays = (servers: number): number =>
  Math.max(7, Math.min(30, Math.floor(MOST_SCANS / Math.max(1, servers))))

/** The same for all lines, so that they can be compared. */
const lowestOf = (history: readonly HistoryItem[]): number =>
  scoreDomain(history.flatMap((it) => it.overall_score ?? []))[0]

/** Of all servers, for their small lines; it is not asked for while nobody looks. */
export const useSmallLines = (servers: number, isShown: boolean): Answer<History> =>
  useFleetHistory(sparkDays(servers), isShown && servers > 0)

interface ServerTableProps {
  readonly summary: Summary
  readonly history: Answer<History>
}

export function ServerTable({ summary, history }: ServerTableProps) {
  const { servers, timestamp } = summary
  const days = sparkDays(servers.length)
  const [wanted, type, silent] = [useWanted(), useFilter('type'), useFilter('silent')]
  const onlySilent = silent === '1'
  const columns = useMemo(
    () => columnsOf(timestamp, days, history.body, lowestOf(history.body?.all_history ?? [])),
    [timestamp, days, history.body],
  )
  const order = useOrder('score', columns)
  const table = useTableModel({
    columns,
    rows: servers,
    keyOf: (it) => it.server_name,
    order,
    wanted,
    textsOf: (it) => [it.server_name],
    filters: { type, scan: onlySilent ? 'silent' : null },
  })
  const shown = table.getFilteredRowModel().rows.length
  const types = useMemo(() => [...new Set(servers.map((it) => it.server_type))].sort(), [servers])
  return (
    <Panel
      title="Servers"
      aside={
        <span aria-live="polite">
          {count(shown)} of {count(servers.length)} shown
        </span>
      }
      {...(history.trouble !== null && { note: 'The score history could not be read.' })}
    >
      <div className="filters">
        <Search within="name" />
        <Filter name="type" all="all types" chosen={type} values={types} />
        <label className="check">
          <input
            type="checkbox"
            checked={onlySilent}
            onChange={(event) => refine({ silent: event.target.checked ? '1' : null })}
          />
          only those that stopped reporting
        </label>
      </div>
      <NoSuchOrder order={order} />
      {silent !== null && !onlySilent && (
        <NotTaken name="silent" value={silent}>
          Only silent=1 means something: servers that report are shown, too.
        </NotTaken>
      )}
      {shown === 0 ? (
        <Empty room={2}>No server matches.</Empty>
      ) : (
        <Table caption="Servers" table={table} isTall />
      )}
    </Panel>
  )
}
