// The configurations of nginx that the documents show, letter for letter but for places and ports.
import { blocks, readDocument, section } from '../documents.ts'

/** Who asks is known by name and password, or by the operator's own session service. */
export type Form = 'passwords' | 'sessions'
export const FORMS: readonly Form[] = ['passwords', 'sessions']

export interface Places {
  readonly port: number
  readonly socket: string
  readonly passwordFile: string
  readonly sessionPort: number
}

const LOCATION = /^ {2}location \/api\/ \{\n.*?^ {2}\}\n/ms

export function documentedSite(form: Form, places: Places): string {
  const shown = blocks(section(readDocument('docs/deploying.md'), '## Behind nginx'), 'nginx')
  const [whole = '', ofSessions = ''] = shown
  const site = form === 'passwords' ? whole : replaced(whole, LOCATION, ofSessions)
  const own: readonly [shown: string, here: string][] = [
    ['127.0.0.1:8000', `127.0.0.1:${places.port}`],
    ['/run/secdash/secdash.sock', places.socket],
    form === 'passwords'
      ? ['/etc/nginx/secdash.htpasswd', places.passwordFile]
      : ['127.0.0.1:9000', `127.0.0.1:${places.sessionPort}`],
  ]
  return own.reduce((text, [from, to]) => replaced(text, from, to), site)
}

/** The upstream of docs/scaling.md with two instances, in the place of the one. */
export function withInstances(site: string, [first, second]: readonly [string, string]): string {
  const [upstream = ''] = blocks(
    section(readDocument('docs/scaling.md'), '## Many instances'),
    'nginx',
  )
  const own = replaced(upstream, '/run/secdash-1/secdash.sock', first)
  const both = replaced(own, '/run/secdash-2/secdash.sock', second)
  return replaced(site, /^upstream .*?^\}\n/ms, both)
}

/** An error where there is nothing to replace: the document says something else now. */
export function replaced(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, () => to)
  if (result === text) throw new Error(`the documents show no ${from}`)
  return result
}
