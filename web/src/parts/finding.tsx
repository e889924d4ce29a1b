import { type ReactNode, useState } from 'react'
import type { OpenFinding, ServerFinding } from '../data/wire.ts'
import { FindingDetails } from './finding-details.tsx'

interface FindingProps {
  readonly finding: OpenFinding | ServerFinding
  readonly read: string
  /** Its line. */
  readonly children: ReactNode
}

/** A line that opens. What it hides is made when somebody opens it: a view may have 500 of them. */
export function Finding({ finding, read, children }: FindingProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="finding" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{children}</summary>
      {isOpen && <FindingDetails finding={finding} read={read} />}
    </details>
  )
}
