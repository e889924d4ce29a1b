import { type ColumnFiltersState, type RowData, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Order } from './order.ts'
import {
  bySize,
  type Column,
  type Features,
  features,
  isEqual,
  type TableModel,
} from './table-model.ts'

interface TableModelOptions<Row extends RowData> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly order?: Pick<Order, 'sorting' | 'onSortingChange'>
  /** What is searched for, and in which texts of a row. */
  readonly wanted?: string
  readonly textsOf?: (row: Row) => readonly string[]
  /** By the id of a column; null is no filter. */
  readonly filters?: Readonly<Record<string, string | number | null>>
}

const AS_IT_COMES = { sorting: [], onSortingChange: () => {} }
const NO_TEXTS = () => []

export function useTableModel<Row extends RowData>(
  options: TableModelOptions<Row>,
): TableModel<Row> {
  const { columns, rows, keyOf, order = AS_IT_COMES, wanted = '', textsOf = NO_TEXTS } = options
  const columnFilters = useColumnFilters(options.filters ?? {})
  return useTable<Features, Row>({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(keyOf(row)),
    defaultColumn: { sortFn: bySize, sortUndefined: 'last', filterFn: isEqual },
    // The address holds it, not the table.
    state: { sorting: order.sorting, columnFilters, globalFilter: wanted.trim().toLowerCase() },
    onSortingChange: order.onSortingChange,
    sortDescFirst: false,
    enableSortingRemoval: false,
    enableMultiSort: false,
    // The texts of a row are searched at once: the first column stands for all.
    getColumnCanGlobalFilter: ({ id }) => id === columns[0]?.id,
    globalFilterFn: ({ original }, _id, text) =>
      textsOf(original).some((it) => it.toLowerCase().includes(text)),
  })
}

/** The same array while the filters are the same: the table filters anew for another one. */
function useColumnFilters(filters: Readonly<Record<string, unknown>>): ColumnFiltersState {
  const text = JSON.stringify(Object.entries(filters).filter(([, value]) => value !== null))
  return useMemo(
    () => (JSON.parse(text) as [string, unknown][]).map(([id, value]) => ({ id, value })),
    [text],
  )
}
