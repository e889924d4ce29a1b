// Sorting by one column, kept in the address: `sort=-score` is by score, highest first.
import { functionalUpdate, type OnChangeFn, type SortingState } from '@tanstack/react-table'
import { useMemo } from 'react'
import { refine, useFilters } from '../app/address.ts'

export interface Order {
  readonly sorting: SortingState
  readonly onSortingChange: OnChangeFn<SortingState>
}

export function useOrder(fallback: string): Order {
  const text = useFilters().get('sort') ?? fallback
  const sorting = useMemo(
    () => [{ id: text.replace(/^-/, ''), desc: text.startsWith('-') }],
    [text],
  )
  return {
    sorting,
    onSortingChange: (update) => {
      const [by] = functionalUpdate(update, sorting)
      const chosen = by === undefined ? fallback : `${by.desc ? '-' : ''}${by.id}`
      refine({ sort: chosen === fallback ? null : chosen })
    },
  }
}
