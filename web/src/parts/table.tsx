// A real table: captions, row headers, buttons that sort. Above a few hundred rows only those in
// sight are in the page.
import { type ReactNode, useMemo } from 'react'
import type { Order } from './order.ts'
import { type Sortable, sorted } from './order-of.ts'
import { Rows } from './rows.tsx'
import { TableFrame } from './table-frame.tsx'
import { WindowedRows } from './windowed-rows.tsx'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  readonly order?: (row: Row) => Sortable
  /** Highest first at the first press. */
  readonly startsDown?: boolean
  readonly isNumber?: boolean
  readonly isHeader?: boolean
}

export interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly order?: Order
  readonly onOrder?: (id: string, isDown: boolean) => void
  readonly className?: string
  /** Its head stays in sight. */
  readonly isTall?: boolean
}

const MOST_WHOLE_ROWS = 150

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, order, className = '', isTall = false } = props
  const inOrder = useMemo(() => {
    const column = columns.find(({ id }) => id === order?.id)
    return column?.order === undefined ? rows : sorted(rows, column.order, order?.isDown === true)
  }, [rows, columns, order?.id, order?.isDown])
  const isLong = isTall && inOrder.length > MOST_WHOLE_ROWS
  return (
    <TableFrame caption={caption} isTall={isTall}>
      <table
        className={`${className} ${isLong ? 'fixed-rows' : ''}`}
        aria-rowcount={isLong ? inOrder.length + 1 : undefined}
      >
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} {...props} />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <WindowedRows columns={columns} rows={inOrder} keyOf={props.keyOf} />
        ) : (
          <Rows columns={columns} rows={inOrder} keyOf={props.keyOf} />
        )}
      </table>
    </TableFrame>
  )
}

function Head<Row>({ column, order, onOrder }: TableProps<Row> & { column: Column<Row> }) {
  const { id, title, isNumber, startsDown = false } = column
  const end = isNumber ? 'end' : undefined
  if (column.order === undefined || onOrder === undefined) {
    return (
      <th scope="col" className={end}>
        {title}
      </th>
    )
  }
  const isSorted = order?.id === id
  const isDown = isSorted && order.isDown
  return (
    <th
      scope="col"
      className={end}
      {...(isSorted && { 'aria-sort': isDown ? 'descending' : 'ascending' })}
    >
      <button type="button" onClick={() => onOrder(id, isSorted ? !isDown : startsDown)}>
        {title}
        <span className="arrow" aria-hidden="true">
          {isSorted ? (isDown ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </th>
  )
}
