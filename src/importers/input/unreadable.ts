// Why a file cannot be read, in words. Such a file is refused: it is no fault of the database, and
// the other files go on.
import { Refused } from '../refused.ts'

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
  ELOOP: 'its links go round in a circle',
}

export const reasonOf = ({ code = '', message }: NodeJS.ErrnoException): string =>
  REASONS[code] ?? `it cannot be read: ${message}`

/** What to throw for an error of opening or reading. */
export const unreadable = (error: unknown): Refused =>
  error instanceof Refused ? error : new Refused(reasonOf(error as NodeJS.ErrnoException))

/** The same for a file that was there a moment ago. */
export const goneOrUnreadable = (error: unknown): Refused =>
  (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? new Refused('it was moved or deleted while it was read; import it again')
    : unreadable(error)
