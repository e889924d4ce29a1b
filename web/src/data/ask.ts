// One question to the service, and everything that can go wrong with it.
import { type Kind, lackingOf } from './members.ts'
import { visible } from './visible.ts'

/** The page's own address up to the last slash, whatever stands in front of the views. */
export const base = new URL(document.baseURI)

export type TroubleKind = 'signedOut' | 'unreachable' | 'failed' | 'unknown' | 'refused'

/** In the words of the service: another 404 is of a path that leads to no service, or to another one. */
const NO_SUCH_SERVER = 'Server not found'

/** What else a refusal says than that something failed: no such question, or no such server. */
function kindOf(status: number, text: string): TroubleKind {
  if (status === 400) return 'refused'
  return status === 404 && text === NO_SUCH_SERVER ? 'unknown' : 'failed'
}

/** Why there is no answer, in the service's words where it gave any. */
export class Trouble extends Error {
  readonly kind: TroubleKind

  constructor(kind: TroubleKind, text: string) {
    super(text)
    this.name = 'Trouble'
    this.kind = kind
  }
}

/** What is silent as long as that will not answer any more. */
const PATIENCE_MS = 60_000

export async function ask<Body>(kind: Kind, path: string, signal: AbortSignal): Promise<Body> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), PATIENCE_MS)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), PATIENCE_MS)
  }
  try {
    const body = await answer<Body>(path, AbortSignal.any([signal, silent.signal]), heard)
    const lacking = lackingOf(kind, body)
    if (lacking.length === 0) return body
    throw new Trouble(
      'failed',
      `The answer lacks ${lacking.join(', ')}: the service is of another version than this page. Load the page again.`,
    )
  } catch (error) {
    if (!silent.signal.aborted || signal.aborted) throw error
    throw new Trouble('unreachable', 'No answer within a minute.')
  } finally {
    clearTimeout(timer)
  }
}

async function answer<Body>(path: string, signal: AbortSignal, heard: () => void): Promise<Body> {
  const response = await reach(path, signal)
  // A proxy whose session has ended sends people to its own page.
  if (response.type === 'opaqueredirect' || response.status === 401) throw signedOut()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson) throw response.ok ? signedOut() : new Trouble('failed', status(response))
  const body = await parsed(response, heard).catch(() => {
    throw new Trouble('unreachable', 'The answer broke off.')
  })
  if (response.ok) return body
  // Who stands in between may answer in shapes of their own.
  const said = [body?.error, body?.message].filter((it) => typeof it === 'string' && it !== '')
  const text = said.join(': ')
  throw new Trouble(kindOf(response.status, text), text || status(response))
}

/** A long answer over a slow line is not silent. */
async function parsed(response: Response, heard: () => void) {
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  for (;;) {
    const read = await reader?.read()
    if (read === undefined || read.done) return JSON.parse(visible(text + decoder.decode()))
    heard()
    text += decoder.decode(read.value, { stream: true })
  }
}

async function reach(path: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(new URL(`api/${path}`, base), {
      signal,
      redirect: 'manual',
      cache: 'no-store',
      headers: { accept: 'application/json' },
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Trouble('unreachable', 'The service cannot be reached.')
  }
}

const signedOut = () => new Trouble('signedOut', 'You are signed out.')

const status = ({ status, statusText }: Response) => `${status} ${statusText}`.trim()
