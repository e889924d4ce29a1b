// What every table can do: sort by one column, search, filter. TanStack Table does it; what is
// sorted, searched and filtered by stands in the definition of each column.
import {
  type ColumnDef,
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  metaHelper,
  type ReactTable,
  type RowData,
  type Row as RowOf,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

interface ColumnLooks {
  readonly isNumber?: boolean
  /** Names its row. */
  readonly isHeader?: boolean
  readonly className?: string
}

export const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnLooks>(),
})

export type Features = typeof features
/** What it sorts by is a text, a number, or, where it is not known, undefined: that comes last. */
export type Column<Row extends RowData> = ColumnDef<Features, Row>
export type TableRow<Row extends RowData> = RowOf<Features, Row>
export type TableModel<Row extends RowData> = ReactTable<Features, Row>

const texts = new Intl.Collator(undefined, { numeric: true })

export function bySize<Row extends RowData>(
  left: TableRow<Row>,
  right: TableRow<Row>,
  id: string,
): number {
  const [a, b] = [left.getValue(id), right.getValue(id)]
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return texts.compare(String(a), String(b))
}

export const isEqual = <Row extends RowData>(
  row: TableRow<Row>,
  id: string,
  wanted: unknown,
): boolean => row.getValue(id) === wanted
