import { type RefObject, useEffect, useState } from 'react'
import type { Answer } from '../data/answers.ts'
import { hasTrouble } from './troubles.tsx'
import { WhenRead } from './when-read.tsx'

interface StaleProps {
  readonly answers: readonly Answer<{ readonly timestamp: string }>[]
  /** Where the trouble is told. */
  readonly head: RefObject<HTMLElement | null>
  readonly onAsk: () => void
}

/**
 * Who has scrolled past the head of the view does not see that newer data is missing. A reader has been told there,
 * and this is not told twice.
 */
export function Stale({ answers, head, onAsk }: StaleProps) {
  const isPassed = usePassed(head)
  const troubled = answers.filter(hasTrouble)
  const read = troubled.flatMap(({ body }) => (body === undefined ? [] : [body.timestamp]))
  if (!isPassed || troubled.length === 0) return null
  const isSignedOut = troubled.some((it) => it.trouble?.kind === 'signedOut')
  return (
    <p className="stale">
      <span>
        {isSignedOut ? (
          'You are signed out.'
        ) : read.length === 0 ? (
          'Something could not be read.'
        ) : (
          <>
            <WhenRead of={read} />; newer data is missing.
          </>
        )}
      </span>{' '}
      <button type="button" onClick={onAsk}>
        See why
      </button>
    </p>
  )
}

/** Whether an element has been scrolled out of sight. */
function usePassed(of: RefObject<HTMLElement | null>): boolean {
  const [isPassed, setPassed] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((seen) =>
      setPassed(seen.at(-1)?.isIntersecting === false),
    )
    if (of.current !== null) observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return isPassed
}
