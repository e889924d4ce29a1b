// Sorting by one column, kept in the address: `sort=-score` is by score, highest first.
import {
  functionalUpdate,
  type OnChangeFn,
  type RowData,
  type SortingState,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { refine, useFilter } from '../data/address.ts'
import type { Column } from './table-model.ts'

export interface Order {
  readonly sorting: SortingState
  readonly onSortingChange: OnChangeFn<SortingState>
  readonly isUsual: boolean
  /** What the address asks for where no column can be sorted by that: then it is the usual one. */
  readonly unknown: string | null
}

export function useOrder<Row extends RowData>(
  usual: string,
  columns: readonly Column<Row>[],
): Order {
  const asked = useFilter('sort') ?? usual
  const isKnown = columns.some((it) => 'accessorFn' in it && it.id === asked.replace(/^-/, ''))
  const text = isKnown ? asked : usual
  const sorting = useMemo(
    () => [{ id: text.replace(/^-/, ''), desc: text.startsWith('-') }],
    [text],
  )
  return {
    sorting,
    onSortingChange: (update) => {
      const [by] = functionalUpdate(update, sorting)
      const chosen = by === undefined ? usual : `${by.desc ? '-' : ''}${by.id}`
      refine({ sort: chosen === usual ? null : chosen })
    },
    isUsual: text === usual,
    unknown: isKnown ? null : asked,
  }
}
