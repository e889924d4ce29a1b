// Servers down, categories across: where checks fail.
import { useMemo } from 'react'
import { Link } from 'wouter'
import { addressOf, canBeAsked, serverAddress } from '../../data/address.ts'
import type { Answer } from '../../data/answers.ts'
import { count, oneDecimal, plural } from '../../data/numbers.ts'
import type { Categories, CategoryRow } from '../../data/wire.ts'
import { NoSuchOrder } from '../../parts/no-such-order.tsx'
import { useOrder } from '../../parts/order.ts'
import { Panel } from '../../parts/panel.tsx'
import { Search, useWanted } from '../../parts/search.tsx'
import { ServerLink } from '../../parts/server-link.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { Table } from '../../parts/table.tsx'
import type { Column } from '../../parts/table-model.ts'
import { useTableModel } from '../../parts/use-table-model.ts'

interface HeatRow {
  readonly server: string
  readonly cells: ReadonlyMap<string, CategoryRow>
  readonly passRate: number
}

export const CategoryHeat = ({ categories }: { categories: Answer<Categories> }) => (
  <Panel
    title="Pass rates by category"
    aside="percent of the checks of each server's latest scan that passed"
    note="The stronger the colour, the more fails. A dash: no check of that category."
  >
    <Shown of={categories} room={3}>
      {(body) =>
        body.all_categories.length === 0 ? (
          <Empty room={2}>The latest scans hold no single checks.</Empty>
        ) : (
          <Heat body={body} />
        )
      }
    </Shown>
  </Panel>
)

function Heat({ body }: { body: Categories }) {
  const wanted = useWanted()
  const names = useMemo(
    () => [...new Set(body.all_categories.map((it) => it.check_category))].sort(),
    [body.all_categories],
  )
  const columns = useMemo(() => columnsOf(names), [names])
  const order = useOrder('all', columns)
  const rows = useMemo(() => rowsOf(body.categories_by_server), [body.categories_by_server])
  const table = useTableModel({
    columns,
    rows,
    keyOf: (it) => it.server,
    order,
    wanted,
    textsOf: (it) => [it.server],
  })
  return (
    <>
      <div className="filters">
        <Search within="server" />
        <p className="end quiet small" aria-live="polite">
          {count(table.getFilteredRowModel().rows.length)} of {count(rows.length)} shown
        </p>
      </div>
      <NoSuchOrder order={order} />
      <Table caption="Pass rates by server and category" table={table} className="heat" isTall />
    </>
  )
}

const rowsOf = (byServer: Categories['categories_by_server']): HeatRow[] =>
  Object.entries(byServer).map(([server, rows]) => {
    const sum = (of: 'pass' | 'total_checks') => rows.reduce((all, row) => all + row[of], 0)
    return {
      server,
      cells: new Map(rows.map((row) => [row.check_category, row])),
      passRate: (100 * sum('pass')) / Math.max(1, sum('total_checks')),
    }
  })

const columnsOf = (names: readonly string[]): readonly Column<HeatRow>[] => [
  {
    id: 'server',
    header: 'Server',
    meta: { isHeader: true },
    accessorFn: (it) => it.server,
    cell: ({ row: { original: it } }) => <ServerLink name={it.server} />,
  },
  {
    id: 'all',
    header: 'All checks',
    meta: { isNumber: true },
    accessorFn: (it) => it.passRate,
    cell: ({ row: { original: it } }) => (
      <span className={heat(it.passRate)}>{oneDecimal(it.passRate)}</span>
    ),
  },
  ...names.map(
    (name): Column<HeatRow> => ({
      id: `in-${name}`,
      header: name,
      meta: { isNumber: true },
      accessorFn: (it) => it.cells.get(name)?.pass_rate,
      cell: ({ row: { original: it } }) => <Cell server={it.server} row={it.cells.get(name)} />,
    }),
  ),
]

function Cell({ server, row }: { server: string; row: CategoryRow | undefined }) {
  if (row === undefined) return <span className="quiet">–</span>
  const hint = `${count(row.pass)} of ${plural(row.total_checks, 'check')} passed`
  const rate = oneDecimal(row.pass_rate)
  if (!canBeAsked(server)) {
    return (
      <span className={heat(row.pass_rate)} title={hint}>
        {rate}
      </span>
    )
  }
  // All that were counted: what is open is another list, without those resolved since.
  const to = addressOf(serverAddress(server), { status: 'all', category: row.check_category })
  return (
    <Link
      to={to}
      className={heat(row.pass_rate)}
      title={hint}
      // Who hears the link alone hears whose rate it is, too.
      aria-label={`${rate} percent of ${row.check_category} on ${server}`}
    >
      {rate}
    </Link>
  )
}

const STEPS = [0, 10, 25, 50]

const heat = (passRate: number): string => `h${STEPS.filter((it) => 100 - passRate > it).length}`
