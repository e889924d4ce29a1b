// A real table: captions, row headers, buttons that sort. Above a few hundred rows only those in
// sight are in the page, and all on paper.
import { FlexRender, type Header, type RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { Name } from './name.tsx'
import { Rows } from './rows.tsx'
import { TableFrame } from './table-frame.tsx'
import type { Features, TableModel } from './table-model.ts'
import { usePrinted } from './use-printed.ts'
import { WindowedRows } from './windowed-rows.tsx'

export interface TableProps<Row extends RowData> {
  readonly caption: string
  readonly table: TableModel<Row>
  readonly className?: string
  /** Its head stays in sight. */
  readonly isTall?: boolean
}

const MOST_WHOLE_ROWS = 150

export function Table<Row extends RowData>({
  caption,
  table,
  className = '',
  isTall = false,
}: TableProps<Row>) {
  const { length } = table.getRowModel().rows
  const isPrinted = usePrinted()
  const isLong = isTall && length > MOST_WHOLE_ROWS && !isPrinted
  return (
    <TableFrame caption={caption} isTall={isTall}>
      <table
        className={`${className} ${isLong ? 'fixed-rows' : ''}`}
        aria-rowcount={isLong ? length + 1 : undefined}
      >
        <caption className="unseen">{caption}</caption>
        <thead>
          {table.getHeaderGroups().map(({ id, headers }) => (
            <tr key={id}>
              {headers.map((header) => (
                <Head key={header.id} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        {isLong ? <WindowedRows table={table} /> : <Rows table={table} />}
      </table>
    </TableFrame>
  )
}

/** A column of figures is narrow. */
const HEAD_LETTERS = 32

const ORDERS = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: '↑', desc: '↓' } as const

function Head<Row extends RowData>({ header }: { header: Header<Features, Row> }) {
  const { column } = header
  const { isNumber, className = '' } = column.columnDef.meta ?? {}
  const classes = `${isNumber ? 'end' : ''} ${className}`.trim() || undefined
  const sorted = column.getIsSorted()
  const name = column.columnDef.header
  const inButton = (shown: ReactNode) =>
    column.getCanSort() ? (
      <button type="button" onClick={() => column.toggleSorting()}>
        {shown}
        <span className="arrow" aria-hidden="true">
          {sorted ? ARROWS[sorted] : '↕'}
        </span>
      </button>
    ) : (
      shown
    )
  return (
    <th scope="col" className={classes} {...(sorted && { 'aria-sort': ORDERS[sorted] })}>
      {typeof name === 'string' ? (
        <Name most={HEAD_LETTERS} as={inButton}>
          {name}
        </Name>
      ) : (
        inButton(<FlexRender header={header} />)
      )}
    </th>
  )
}
