// The head of every view: its name, what it says in a sentence, when its data was read, and what
// could not be read.
import { type ReactNode, useEffect, useRef } from 'react'
import type { Answer } from '../data/answers.ts'
import { useRefreshSeconds } from '../data/preferences.ts'
import { clockTime, dayName, fullTime } from '../data/time.ts'
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
        {title}
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

function Troubles({ answers }: Pick<ViewHeadProps, 'answers'>) {
  const isTriedAgain = useRefreshSeconds() > 0
  const troubled = answers.filter(hasTrouble)
  if (troubled.length === 0) return null
  if (troubled.some((it) => it.trouble?.kind === 'signedOut')) return <SignedOut />
  return (
    <div className="trouble">
      {troubled.map(({ what, trouble, body }) => (
        <p key={what}>
          <strong>Cannot read {what}.</strong> {trouble && sentence(trouble.message)}{' '}
          {body === undefined
            ? 'Nothing has been read yet.'
            : `What is shown was read at ${fullTime(Date.parse(body.timestamp))}; newer data is missing.`}
        </p>
      ))}
      <p className="small">{whatNow(troubled, isTriedAgain)}</p>
    </div>
  )
}

function whatNow(troubled: readonly Answer<unknown>[], isTriedAgain: boolean): string {
  if (troubled.every(({ trouble }) => trouble?.kind === 'refused'))
    return 'The service does not take what the address asks for: choose something else.'
  return isTriedAgain ? 'It is tried again every few seconds.' : 'Refreshing is switched off.'
}

const sentence = (text: string): string => text.replace(/[.!?]?$/, '.')

/** That there is no such server is an answer, unless there was one a moment ago. */
const hasTrouble = ({ trouble, body }: Answer<unknown>): boolean =>
  trouble !== null && (trouble.kind !== 'unknown' || body !== undefined)

const SignedOut = () => (
  <div className="trouble">
    <p>
      <strong>You are signed out.</strong> Nothing new is read.{' '}
      <a href={location.href}>Sign in again</a>
    </p>
  </div>
)
