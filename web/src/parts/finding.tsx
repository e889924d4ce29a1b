import { type ReactNode, useState } from 'react'
import { titleOf } from '../data/finding-title.ts'
import { beginningOf, isLong, isUnbroken, PATH_LETTERS } from '../data/long-text.ts'
import type { OpenFinding, ServerFinding } from '../data/wire.ts'
import { FindingDetails } from './finding-details.tsx'
import { Ends } from './name.tsx'
import { usePrinted } from './use-printed.ts'

interface FindingProps {
  readonly finding: OpenFinding | ServerFinding
  readonly read: string
  /** Its line, with what it is called. */
  readonly children: (title: ReactNode) => ReactNode
}

/**
 * A line that opens. What it hides is made when somebody opens it: a view may have 500 of them. So is
 * the rest of a title that is long.
 */
export function Finding({ finding, read, children }: FindingProps) {
  const [isOpen, setOpen] = useState(false)
  const isWhole = usePrinted() || isOpen
  const title = titleOf(finding)
  return (
    <details className="finding" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{children(isWhole ? title : inShort(title))}</summary>
      {isOpen && <FindingDetails finding={finding} read={read} />}
    </details>
  )
}

function inShort(title: string): ReactNode {
  if (isUnbroken(title)) return <Ends most={PATH_LETTERS}>{title}</Ends>
  return isLong(title) ? beginningOf(title) : title
}
