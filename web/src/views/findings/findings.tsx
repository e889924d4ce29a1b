// Every open finding; the filters are the address, and the service does the filtering.
import { useMemo } from 'react'
import { canBeAsked, refine, useFilter } from '../../data/address.ts'
import { type FindingFilters, useCategories, useFindings, useSummary } from '../../data/answers.ts'
import { count, plural } from '../../data/numbers.ts'
import type { Findings, OpenFinding } from '../../data/wire.ts'
import { NoSuchOrder } from '../../parts/no-such-order.tsx'
import { type Order, useOrder } from '../../parts/order.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWanted } from '../../parts/search.tsx'
import { Empty, Shown } from '../../parts/shown.tsx'
import { Table } from '../../parts/table.tsx'
import type { Column, TableModel } from '../../parts/table-model.ts'
import { useTableModel } from '../../parts/use-table-model.ts'
import { ViewHead } from '../../parts/view-head.tsx'
import { columnsOf } from './columns.tsx'
import { Export } from './export.tsx'
import { Filters } from './filters.tsx'

const NONE: readonly OpenFinding[] = []

export function FindingsView() {
  const filters: FindingFilters = {
    severity: useFilter('severity'),
    category: useFilter('category'),
    server: useFilter('server'),
  }
  const [findings, summary, categories] = [useFindings(filters), useSummary(), useCategories()]
  const read = findings.body?.timestamp ?? ''
  const columns = useMemo(() => columnsOf(read), [read])
  const order = useOrder('severity', columns)
  const table = useFindingsTable(findings.body, columns, order)
  // Two answers of two moments: what is listed was scanned, whatever the other one still says.
  const isNothing = findings.body?.total_findings === 0
  const neverScanned = summary.body?.total_servers === 0 && isNothing
  // That nothing is open says something only where somebody looked.
  const isUnsure = summary.body === undefined && isNothing
  return (
    <>
      <ViewHead
        title="Findings"
        lede={
          findings.body === undefined || isUnsure ? null : (
            <Lede {...findings.body} {...{ neverScanned }} isSorted={!order.isUsual} />
          )
        }
        answers={[findings, summary]}
        isUnread={findings.body === undefined}
      />
      <Panel
        title="Open findings"
        isPast={findings.isPast}
        aside={
          findings.body && (
            <Export table={table} read={findings.body.timestamp} isPast={findings.isPast} />
          )
        }
      >
        <Filters
          filters={filters}
          servers={summary.body?.servers.map((it) => it.server_name).filter(canBeAsked) ?? []}
          categories={[...new Set(categories.body?.all_categories.map((it) => it.check_category))]
            .filter(canBeAsked)
            .sort()}
        />
        <NoSuchOrder order={order} />
        <p className="unseen" aria-live="polite">
          {findings.body && !findings.isPast && !neverScanned && !isUnsure && listed(table)}
        </p>
        <Shown<unknown> of={isUnsure ? summary : findings} room={3}>
          {() =>
            neverScanned ? (
              <Empty room={2}>
                <strong>No server has ever been scanned.</strong>
              </Empty>
            ) : (
              <List table={table} isFiltered={isFiltered(findings.body?.filters ?? filters)} />
            )
          }
        </Shown>
      </Panel>
    </>
  )
}

interface LedeProps extends Findings {
  readonly neverScanned: boolean
  readonly isSorted: boolean
}

function Lede({ total_findings, findings, filters, neverScanned, isSorted }: LedeProps) {
  if (neverScanned) return 'No server has ever been scanned: whether anything is open is not known.'
  return (
    <>
      {plural(total_findings, 'open finding')}
      {isFiltered(filters) && (total_findings === 1 ? ' matches' : ' match')}
      {isSorted || total_findings < 2 ? '. ' : ', most severe first. '}
      {total_findings > findings.length && (
        <strong>
          Only the first {count(findings.length)} are listed:{' '}
          {unlisted(total_findings - findings.length)}
        </strong>
      )}
    </>
  )
}

const unlisted = (n: number): string =>
  n === 1
    ? '1 is not. A filter brings it into sight.'
    : `${count(n)} are not. A filter brings them into sight.`

const isFiltered = (filters: FindingFilters): boolean =>
  Object.values(filters).some((it) => it !== null)

function useFindingsTable(
  body: Findings | undefined,
  columns: readonly Column<OpenFinding>[],
  order: Order,
): TableModel<OpenFinding> {
  return useTableModel({
    columns,
    rows: body?.findings ?? NONE,
    keyOf: (it) => it.finding_id,
    order,
    wanted: useWanted(),
    textsOf: (it) => [
      it.finding_summary,
      it.check_name,
      it.check_id,
      it.server_name,
      it.finding_details,
    ],
  })
}

function listed(table: TableModel<OpenFinding>): string {
  const { length } = table.getFilteredRowModel().rows
  return length === 0 ? 'Nothing open matches' : `${plural(length, 'finding')} listed`
}

interface ListProps {
  readonly table: TableModel<OpenFinding>
  readonly isFiltered: boolean
}

function List({ table, isFiltered }: ListProps) {
  const { length } = table.getFilteredRowModel().rows
  if (length === 0) {
    return (
      <Empty room={2}>
        {isFiltered || table.state.globalFilter !== '' ? (
          <p>
            Nothing open matches.{' '}
            <button
              type="button"
              onClick={() => refine({ severity: null, category: null, server: null, q: null })}
            >
              Show all findings
            </button>
          </p>
        ) : (
          'No finding is open.'
        )}
      </Empty>
    )
  }
  return <Table caption="Open findings" table={table} className="findings stacks" />
}
