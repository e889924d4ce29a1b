import type { ReactNode } from 'react'

interface TableFrameProps {
  readonly caption: string
  /** Its head stays in sight while the page scrolls. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** A wide table scrolls in its frame; what scrolls must be reachable by keyboard. */
export const TableFrame = ({ caption, isTall = false, children }: TableFrameProps) => (
  // biome-ignore lint/a11y/useSemanticElements: it is no form, and too small for a landmark
  <div
    role="group"
    className={`table-frame ${isTall ? 'tall' : ''}`}
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    tabIndex={0}
  >
    {children}
  </div>
)
