import type { ReactNode } from 'react'
import { useFits } from './use-fits.ts'

interface TableFrameProps {
  readonly caption: string
  /** Its head stays in sight while the page scrolls, unless the frame has to scroll sideways. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** A wide table scrolls in its frame; what scrolls must be reachable by keyboard. */
export function TableFrame({ caption, isTall = false, children }: TableFrameProps) {
  const [frame, fits] = useFits<HTMLDivElement>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no form, and too small for a landmark
    <div
      ref={frame}
      role="group"
      className={`table-frame ${isTall ? 'tall' : ''} ${fits ? 'fits' : ''}`}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
    >
      {children}
    </div>
  )
}
