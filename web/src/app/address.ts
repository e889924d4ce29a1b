// The address is the state: which view, which filters, which order. Forty lines that will outlive
// any router.
import { useSyncExternalStore } from 'react'
import { base } from '../data/ask.ts'

export interface Address {
  /** Below the base path, without a slash in front: `servers/web-01`. */
  readonly path: string
  readonly search: URLSearchParams
}

const MOVED = 'secdash:moved'

const subscribe = (listener: () => void) => {
  for (const event of ['popstate', MOVED]) window.addEventListener(event, listener)
  return () => {
    for (const event of ['popstate', MOVED]) window.removeEventListener(event, listener)
  }
}

export function useAddress(): Address {
  const { pathname, search } = new URL(useSyncExternalStore(subscribe, () => location.href))
  return { path: pathname.slice(base.pathname.length), search: new URLSearchParams(search) }
}

/** To another view: a new entry in the browser's history. */
export function go(to: string): void {
  history.pushState(null, '', new URL(to || '.', base))
  window.dispatchEvent(new Event(MOVED))
  window.scrollTo(0, 0)
}

/** Another filter or order of the same view; null takes one away. */
export function refine(changes: Readonly<Record<string, string | null>>): void {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  history.replaceState(null, '', address)
  window.dispatchEvent(new Event(MOVED))
}

export const addressOf = (path: string, search: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The service asks for servers of such names only. */
export const canBeAsked = (name: string): boolean => /^[a-zA-Z0-9_-]{1,255}$/.test(name)

export const serverAddress = (name: string): string => `servers/${name}`
