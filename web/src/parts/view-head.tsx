// The head of every view: its name, what it says in a sentence, when its data was read, and what
// could not be read.
import { type ReactNode, useEffect, useRef } from 'react'
import type { Answer } from '../data/answers.ts'
import { clockTime, dayName, fullTime } from '../data/time.ts'
import { Name } from './name.tsx'
import { Troubles } from './troubles.tsx'
import { useToday } from './use-today.ts'

interface ViewHeadProps {
  readonly title: string
  readonly lede?: ReactNode
  readonly answers: readonly Answer<{ readonly timestamp: string }>[]
}

/** The page itself has been opened: what comes now is reached from within. */
let isOpen = false

export function ViewHead({ title, lede, answers }: ViewHeadProps) {
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
  const oldest = read.length === 0 ? null : Math.min(...read.map((it) => Date.parse(it)))
  const isReading = answers.some((it) => it.isReading)
  const isPast = answers.some((it) => it.isPast)
  return (
    <header className="view-head">
      <h1 ref={heading} tabIndex={-1}>
        <Name>{title}</Name>
      </h1>
      <div className="read">
        {isPast ? <span>Reading…</span> : oldest !== null && <Read at={oldest} />}
        {/* Never disabled: that would take the focus away at every refresh. */}
        {answers.length > 0 && (
          <button
            type="button"
            aria-disabled={isReading}
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
    </header>
  )
}

function Read({ at }: { at: number }) {
  const day = dayName(at)
  // A page may be left open, and paper is.
  const isToday = useToday() === day
  return (
    <span>
      Read <time title={fullTime(at)}>{clockTime(at)}</time>
      <span className={isToday ? 'on-paper' : undefined}> on {day}</span>
    </span>
  )
}
