import { type ReactNode, useState } from 'react'

/** The same figures without a picture; made only when somebody wants them. */
export function AsTable({ children }: { children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as a table</summary>
      {isOpen && children()}
    </details>
  )
}
