import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  /** Says in short what the figures are about. */
  readonly aside?: ReactNode
  readonly note?: ReactNode
  readonly className?: string
  /** What it shows answers the last question, while another is on its way. */
  readonly isPast?: boolean
  readonly children: ReactNode
}

export function Panel({ title, aside, note, className = '', isPast, children }: PanelProps) {
  const id = useId()
  return (
    <section className={`panel ${className}`} aria-labelledby={id} aria-busy={isPast || undefined}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {aside !== undefined && <div className="aside">{aside}</div>}
      </div>
      {children}
      {note !== undefined && <p className="panel-note">{note}</p>}
    </section>
  )
}
