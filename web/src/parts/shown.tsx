// What stands in the place of data: the data, or honestly why there is none.
import type { ReactNode } from 'react'
import type { Answer } from '../data/answers.ts'

/** How much room to keep while data is on its way: 1 little, 4 much. */
type Room = 1 | 2 | 3 | 4

interface ShownProps<Body> {
  readonly of: Answer<Body>
  readonly room?: Room
  readonly children: (body: Body) => ReactNode
}

export function Shown<Body>({ of, room = 2, children }: ShownProps<Body>) {
  if (of.body !== undefined) return children(of.body)
  if (of.trouble !== null) {
    return (
      <div className={`state s${room}`}>
        <strong>Not known: {of.what} could not be read.</strong>
        <span>{of.trouble.message}</span>
      </div>
    )
  }
  return (
    <div className={`state s${room}`} aria-busy="true">
      <span className="quiet">Reading {of.what}…</span>
    </div>
  )
}

export const Empty = ({ children, room = 1 }: { children: ReactNode; room?: Room }) => (
  <div className={`state s${room}`}>{children}</div>
)
