import type { ReactNode } from 'react'
import { useFits } from './use-fits.ts'

interface TableFrameProps {
  readonly caption: string
  /** Its head stays in sight while the page scrolls, unless the frame has to scroll sideways. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** A wide table scrolls in its frame; what scrolls must be reachable by keyboard, and what does not is no stop. */
export function TableFrame({ caption, isTall = false, children }: TableFrameProps) {
  const [frame, fits] = useFits<HTMLDivElement>()
  const className = `table-frame ${isTall ? 'tall' : ''} ${fits ? 'fits' : ''}`
  return (
    <div
      ref={frame}
      className={className}
      {...(!fits && { role: 'group', 'aria-label': caption, tabIndex: 0 })}
    >
      {children}
    </div>
  )
}
