import type { RowData } from '@tanstack/react-table'
import { Table } from './table.tsx'
import type { Column } from './table-model.ts'
import { useTableModel } from './use-table-model.ts'

interface PlainTableProps<Row extends RowData> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly className?: string
}

/** A few rows in the order they come in. */
export function PlainTable<Row extends RowData>({
  caption,
  className,
  ...of
}: PlainTableProps<Row>) {
  const table = useTableModel(of)
  return <Table caption={caption} table={table} {...(className && { className })} />
}
