import type { ReactNode } from 'react'
import { visible } from '../data/visible.ts'

interface NotTakenProps {
  readonly name: string
  readonly value: string
  /** Why not, and what is shown instead. */
  readonly children: ReactNode
}

/** An address may hold anything; the visitor can look it up there. */
const MOST_LETTERS = 80

const short = (value: string): string =>
  value.length > MOST_LETTERS ? `${value.slice(0, MOST_LETTERS)}…` : value

/** What the address asks for, and cannot be had: it is not passed over in silence. */
export const NotTaken = ({ name, value, children }: NotTakenProps) => (
  <div role="status" className="trouble">
    <p>
      <strong>
        The address asks for {name}={visible(short(value))}.
      </strong>{' '}
      {children}
    </p>
  </div>
)
