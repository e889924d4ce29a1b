import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Whether what an element holds is no wider than itself. */
export function useFits<Box extends HTMLElement>(): [RefObject<Box | null>, boolean] {
  const box = useRef<Box>(null)
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const it = box.current
    if (it === null) return
    const observer = new ResizeObserver(() => setFits(it.scrollWidth <= it.clientWidth))
    for (const seen of [it, ...it.children]) observer.observe(seen)
    return () => observer.disconnect()
  }, [])
  return [box, fits]
}
