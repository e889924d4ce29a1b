import { memo } from 'react'
import type { Column } from './table.tsx'

export interface RowsProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
}

export const Rows = <Row,>({ columns, rows, keyOf }: RowsProps<Row>) => (
  <tbody>
    {rows.map((row) => (
      <TableRow key={keyOf(row)} columns={columns} row={row} />
    ))}
  </tbody>
)

interface TableRowProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  /** Where it stands among all, when not all are there; the head is the first. */
  readonly index?: number
}

/** A row whose data did not change is not drawn anew. */
export const TableRow = memo(function TableRow<Row>({ columns, row, index }: TableRowProps<Row>) {
  return (
    <tr aria-rowindex={index}>
      {columns.map(({ id, cell, isHeader, isNumber }) =>
        isHeader ? (
          <th key={id} scope="row">
            {cell(row)}
          </th>
        ) : (
          <td key={id} className={isNumber ? 'end' : undefined}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}) as <Row>(props: TableRowProps<Row>) => React.JSX.Element
