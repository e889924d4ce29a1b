// The head of every view: its name, what it says in a sentence, when its data was read, and what
// could not be read.
import { type ReactNode, useEffect, useRef } from 'react'
import type { Answer } from '../data/answers.ts'
import { Name } from './name.tsx'
import { Stale } from './stale.tsx'
import { Troubles } from './troubles.tsx'
import { WhenRead } from './when-read.tsx'

interface ViewHeadProps {
  readonly title: string
  readonly lede?: ReactNode
  readonly answers: readonly Answer<{ readonly timestamp: string }>[]
  /** What the view is about has not been read, whatever else was. */
  readonly isUnread?: boolean
}

/** The page itself has been opened: what comes now is reached from within. */
let isOpen = false

export function ViewHead({ title, lede, answers, isUnread = false }: ViewHeadProps) {
  const head = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // A reader hears where it has arrived.
    if (isOpen) heading.current?.focus({ preventScroll: true })
    isOpen = true
  }, [])
  useEffect(() => {
    document.title = `${title} – secdash`
  }, [title])
  const read = answers.flatMap(({ body }) => (body === undefined ? [] : [body.timestamp]))
  const isReading = answers.some((it) => it.isReading)
  const isPast = answers.some((it) => it.isPast)
  return (
    <header className="view-head" ref={head}>
      <h1 ref={heading} tabIndex={-1}>
        <Name>{title}</Name>
      </h1>
      <div className="read">
        {(isPast || (read.length > 0 && !isUnread)) && (
          <span>{isPast ? 'Reading…' : <WhenRead of={read} />}</span>
        )}
        {/* Never disabled: that would take the focus away at every refresh, and what hangs can be asked anew. */}
        {answers.length > 0 && (
          <button
            type="button"
            className={isReading ? 'reading' : undefined}
            onClick={() => answers.forEach((it) => void it.again())}
          >
            Read again
          </button>
        )}
      </div>
      {lede !== undefined && (
        <p className="lede" aria-busy={isPast || undefined}>
          {lede}
        </p>
      )}
      <div role="status" className="troubles">
        <Troubles answers={answers} />
      </div>
      <Stale
        {...{ answers, head }}
        onAsk={() => {
          window.scrollTo(0, 0)
          heading.current?.focus()
        }}
      />
    </header>
  )
}
