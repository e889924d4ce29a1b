import type { Cell, RowData } from '@tanstack/react-table'
import { memo } from 'react'
import type { Features, TableModel, TableRow } from './table-model.ts'

export const Rows = <Row extends RowData>({ table }: { table: TableModel<Row> }) => (
  <tbody>
    {table.getRowModel().rows.map((row) => (
      <OneRow key={row.id} columns={table.options.columns} row={row} />
    ))}
  </tbody>
)

interface OneRowProps<Row extends RowData> {
  readonly columns: TableModel<Row>['options']['columns']
  readonly row: TableRow<Row>
  /** Where it stands among all, when not all are there; the head is the first. */
  readonly index?: number
}

/** Called, not made a component of, as FlexRender would: a thousand rows are scrolled through. */
function drawn<Row extends RowData>(cell: Cell<Features, Row>) {
  const draw = cell.column.columnDef.cell
  return typeof draw === 'function' && draw(cell.getContext())
}

/** A row whose data did not change is not drawn anew, though the table makes it anew. */
const isSame = <Row extends RowData>(a: OneRowProps<Row>, b: OneRowProps<Row>): boolean =>
  a.row.original === b.row.original && a.columns === b.columns && a.index === b.index

export const OneRow = memo(function OneRow<Row extends RowData>({ row, index }: OneRowProps<Row>) {
  return (
    <tr aria-rowindex={index}>
      {row.getAllCells().map((cell) => {
        const { isHeader, isNumber, className = '' } = cell.column.columnDef.meta ?? {}
        const classes = `${isNumber ? 'end' : ''} ${className}`.trim() || undefined
        return isHeader ? (
          <th key={cell.id} scope="row" className={classes}>
            {drawn(cell)}
          </th>
        ) : (
          <td key={cell.id} className={classes}>
            {drawn(cell)}
          </td>
        )
      })}
    </tr>
  )
}, isSame) as <Row extends RowData>(props: OneRowProps<Row>) => React.JSX.Element
