import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { usePrinted } from './use-printed.ts'

export const rem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** About as wide as a panel on A4. A page is not measured anew before it is printed: a chart of a wide screen would
 * be cut off, and its newest days with it. */
const PAPER_WIDTH = 640

/** Charts are drawn for the room they have, so that their text keeps its size. The last is how
 * much larger than usual that is. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  const isPrinted = usePrinted()
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, isPrinted && width > 0 ? PAPER_WIDTH : width, rem() / 16]
}
