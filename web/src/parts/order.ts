// Sorting by one column, kept in the address: `sort=-score` is by score, highest first.
import { refine, useAddress } from '../app/address.ts'

export interface Order {
  readonly id: string
  readonly isDown: boolean
}

export function useOrder(fallback: string, name = 'sort') {
  const text = useAddress().search.get(name) ?? fallback
  const order: Order = { id: text.replace(/^-/, ''), isDown: text.startsWith('-') }
  const by = (id: string, isDown: boolean) => {
    const chosen = `${isDown ? '-' : ''}${id}`
    refine({ [name]: chosen === fallback ? null : chosen })
  }
  return { order, by }
}
