import { beginningOf, isLong, isUnbroken, PATH_LETTERS } from '../data/long-text.ts'
import { Name } from './name.tsx'
import { useFold } from './use-fold.tsx'

/** A text that may be long: its beginning, and all of it for who wants that. */
export function Folded({ children: text }: { children: string }) {
  if (isUnbroken(text)) return <Name most={PATH_LETTERS}>{text}</Name>
  return isLong(text) ? <LongText>{text}</LongText> : text
}

function LongText({ children: text }: { children: string }) {
  const [isWhole, button] = useFold(text)
  return (
    <>
      {isWhole ? text : beginningOf(text)} {button}
    </>
  )
}
