import type { ReactNode } from 'react'
import { endsOf, NAME_LETTERS } from '../data/long-text.ts'
import { useFold } from './use-fold.tsx'

interface NameProps {
  readonly children: string
  /** How many letters are still shown whole. */
  readonly most?: number
  /** What the name itself stands in, such as a link. */
  readonly as?: (shown: ReactNode) => ReactNode
}

const asItIs = (shown: ReactNode): ReactNode => shown

/** A name that may be long: its ends, and all of it for who wants that. */
export const Name = ({ children: text, most = NAME_LETTERS, as = asItIs }: NameProps) =>
  text.length > most ? <LongName {...{ most, as }}>{text}</LongName> : as(text)

function LongName({ children: text, most, as }: Required<NameProps>) {
  const [isWhole, button] = useFold(text)
  return (
    <span className="wrap">
      {as(isWhole ? text : <Ends most={most}>{text}</Ends>)} {button}
    </span>
  )
}

/**
 * The ends of a long name, where no button can stand. What is left out has no size, but is there: who copies the
 * name, searches for it or has it read aloud gets all of it.
 */
export function Ends({ children: text, most = NAME_LETTERS }: Omit<NameProps, 'as'>) {
  if (text.length <= most) return text
  const [begin, middle, end] = endsOf(text, most)
  return (
    <span className="ends" title={text}>
      {begin}
      <span className="left-out">{middle}</span>
      <span className="end-of">{end}</span>
    </span>
  )
}
