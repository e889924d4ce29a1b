// A severity is a word, a shape and a colour; without the colour it can still be read.
import type { ReactNode } from 'react'
import { count } from '../data/numbers.ts'
import type { Severity } from '../data/wire.ts'
import { Ends } from './name.tsx'

const SHAPES: Readonly<Record<string, ReactNode>> = {
  critical: <path d="M6 0 12 6 6 12 0 6z" />,
  high: <path d="M6 .8 12 11.5H0z" />,
  medium: <path d="M1.2 1.2h9.6v9.6H1.2z" />,
  low: <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="2" />,
  pass: <path d="M.8 6.6 4.4 10.2 11.2 2.4" fill="none" stroke="currentColor" strokeWidth="2.2" />,
}

const OTHER = <path d="M1 6h10" stroke="currentColor" strokeWidth="2.2" />

export const Shape = ({ of }: { of: string }) => (
  <svg viewBox="0 0 12 12" aria-hidden="true" fill="currentColor">
    {SHAPES[of] ?? OTHER}
  </svg>
)

export const SeverityMark = ({ severity }: { severity: Severity }) => (
  <span className={`sev ${severity}`}>
    <Shape of={severity} />
    {severity}
  </span>
)

/** What became of a check; only two of the words are known for certain. */
export function StatusMark({ status, severity }: { status: string; severity: Severity }) {
  const kind = status === 'pass' ? 'pass' : status === 'fail' ? severity : 'other'
  return (
    <span className={`sev wrap ${kind}`}>
      <Shape of={kind} />
      <Ends>{status}</Ends>
    </span>
  )
}

/** A number that stands back when it is nothing. */
export const CountOf = ({ n, severity }: { n: number; severity: Severity | 'pass' }) => (
  <span className={n === 0 ? 'zero' : `t-${severity}`}>{count(n)}</span>
)
