import { type ReactNode, useState } from 'react'
import { count } from '../data/numbers.ts'
import { usePrinted } from './use-printed.ts'

/** Whether all of a text is shown, and the button that decides it; on paper it is. */
export function useFold(text: string): [boolean, ReactNode] {
  const [isOpen, setOpen] = useState(false)
  const isPrinted = usePrinted()
  const button = (
    <button type="button" className="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Show less' : `Show all ${count(text.length)} letters`}
    </button>
  )
  return [isOpen || isPrinted, button]
}
