// What could not be read, why, and how old what is shown instead is: each reason once.
import type { Answer } from '../data/answers.ts'
import { useRefreshSeconds } from '../data/preferences.ts'
import { fullTime } from '../data/time.ts'

type Read = Answer<{ readonly timestamp: string }>

export function Troubles({ answers }: { answers: readonly Read[] }) {
  const isTriedAgain = useRefreshSeconds() > 0
  const troubled = answers.filter(hasTrouble)
  if (troubled.length === 0) return null
  if (troubled.some((it) => it.trouble?.kind === 'signedOut')) return <SignedOut />
  const isAll = troubled.length === answers.length && answers.every((it) => it.body === undefined)
  return (
    <div className="trouble">
      {[...Map.groupBy(troubled, (it) => it.trouble?.message ?? '')].map(([why, those]) => (
        <p key={why}>
          <strong>Cannot read {listed(those)}.</strong> {sentence(why)}{' '}
          {isAll ? 'Nothing has been read yet.' : whatIsShown(those)}
        </p>
      ))}
      <p className="small">{whatNow(troubled, isTriedAgain)}</p>
    </div>
  )
}

const listed = (answers: readonly Read[]): string =>
  answers
    .map((it) => it.what)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

function whatIsShown(troubled: readonly Read[]): string {
  const read = troubled.flatMap(({ body }) => (body === undefined ? [] : [body.timestamp]))
  const unread = troubled.filter((it) => it.body === undefined)
  const nothing = `Of ${listed(unread)} nothing has been read yet.`
  if (read.length === 0) return nothing
  const oldest = fullTime(Math.min(...read.map((it) => Date.parse(it))))
  const later = new Set(read).size > 1 ? ' or later' : ''
  const shown = `What is shown was read at ${oldest}${later}; newer data is missing.`
  return unread.length === 0 ? shown : `${shown} ${nothing}`
}

function whatNow(troubled: readonly Read[], isTriedAgain: boolean): string {
  if (troubled.every(({ trouble }) => trouble?.kind === 'refused'))
    return 'The service does not take what the address asks for: choose something else.'
  return isTriedAgain ? 'It is tried again every few seconds.' : 'Refreshing is switched off.'
}

const sentence = (text: string): string => text.replace(/[.!?]?$/, '.')

/** That there is no such server is an answer, unless there was one a moment ago. */
export const hasTrouble = ({ trouble, body }: Read): boolean =>
  trouble !== null && (trouble.kind !== 'unknown' || body !== undefined)

const SignedOut = () => (
  <div className="trouble">
    <p>
      <strong>You are signed out.</strong> Nothing new is read.{' '}
      <a href={location.href}>Sign in again</a>
    </p>
  </div>
)
