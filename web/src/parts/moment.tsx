import { ageDays, aheadDays, fullTime, isAhead, millis, shortAge } from '../data/time.ts'
import { offsetAt, offsetText } from '../data/zone.ts'

interface MomentProps {
  /** As the data has it. */
  readonly at: string
  /** The timestamp of the answer it stands in. */
  readonly read: string
}

const hint = ({ at, read }: MomentProps) =>
  `${fullTime(millis(at, read))} — recorded as ${at} ${offsetText(offsetAt(at, read))}`

const said = ({ at, read }: MomentProps) =>
  isAhead(at, read)
    ? `${shortAge(aheadDays(at, read))} ahead`
    : `${shortAge(ageDays(at, read))} ago`

/** How long before the answer it was; the exact moment on hover. */
export const Age = (props: MomentProps) => (
  <time className="nowrap" dateTime={props.at.replace(' ', 'T')} title={hint(props)}>
    {said(props)}
  </time>
)

/** The moment itself, in the viewer's zone. */
export const Moment = (props: MomentProps) => (
  <time dateTime={props.at.replace(' ', 'T')} title={hint(props)}>
    {fullTime(millis(props.at, props.read))}
  </time>
)
