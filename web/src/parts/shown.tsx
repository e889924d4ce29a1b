// What stands in the place of data: the data, or honestly why there is none.
import type { ReactNode } from 'react'
import type { Answer } from '../data/answers.ts'

/** How much room to keep while data is on its way: 1 little, 4 much. */
type Room = 1 | 2 | 3 | 4

interface ShownProps<Body> {
  readonly of: Answer<Body>
  readonly room?: Room
  /** What it stands in: a list has items. */
  readonly as?: 'div' | 'li'
  readonly children: (body: Body) => ReactNode
}

/** Why something could not be read is told once, at the head of the view: there needs to be no room for it here. */
export function Shown<Body>({ of, room = 2, as: Box = 'div', children }: ShownProps<Body>) {
  if (of.body !== undefined) return children(of.body)
  if (of.trouble !== null) {
    return (
      <Box className="state">
        <strong>Not known: {of.what} could not be read.</strong>
      </Box>
    )
  }
  return (
    <Box className={`state s${room}`} aria-busy="true">
      <span className="quiet">Reading {of.what}…</span>
    </Box>
  )
}

export const Empty = ({ children, room = 1 }: { children: ReactNode; room?: Room }) => (
  <div className={`state empty s${room}`}>{children}</div>
)
