import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

export const rem = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Charts are drawn for the room they have, so that their text keeps its size. The last is how
 * much larger than usual that is. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, width, rem() / 16]
}
