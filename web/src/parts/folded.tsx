import { useState } from 'react'
import { beginningOf, isLong } from '../data/long-text.ts'
import { count } from '../data/numbers.ts'
import { usePrinted } from './use-printed.ts'

/** A text that may be long: its beginning, and all of it for who wants that. */
export function Folded({ children: text }: { children: string }) {
  const [isOpen, setOpen] = useState(false)
  const isPrinted = usePrinted()
  if (!isLong(text)) return text
  return (
    <>
      {isOpen || isPrinted ? text : beginningOf(text)}{' '}
      <button
        type="button"
        className="fold"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Show less' : `Show all ${count(text.length)} letters`}
      </button>
    </>
  )
}
