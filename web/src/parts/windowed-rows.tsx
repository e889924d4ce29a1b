import type { RowData } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { OneRow } from './rows.tsx'
import type { TableModel, TableRow } from './table-model.ts'
import { rem } from './use-width.ts'

/** Rows of one height, those in sight and a few more; the page itself scrolls. */
const ROW_REM = 2.25

export function WindowedRows<Row extends RowData>({ table }: { table: TableModel<Row> }) {
  const { rows } = table.getRowModel()
  const body = useRef<HTMLTableSectionElement>(null)
  const [top, setTop] = useState(0)
  // What lies above may have grown with the data.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const box = body.current?.getBoundingClientRect()
    if (box !== undefined) setTop(Math.round(box.top + window.scrollY))
  }, [rows])
  const windowed = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_REM * rem(),
    overscan: 12,
    scrollMargin: top,
  })
  const shown = windowed.getVirtualItems()
  const before = (shown[0]?.start ?? top) - top
  const after = windowed.getTotalSize() - ((shown.at(-1)?.end ?? top) - top)
  return (
    <tbody ref={body}>
      <Filler height={before} />
      {shown.map(({ index }) => {
        const row = rows[index] as TableRow<Row>
        return <OneRow key={row.id} columns={table.options.columns} row={row} index={index + 2} />
      })}
      <Filler height={after} />
    </tbody>
  )
}

const Filler = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr className="filler">
      <td style={{ height }} />
    </tr>
  ) : null
