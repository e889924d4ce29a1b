// The address is the state: which view, which filters, which order.
import { useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { base } from './ask.ts'

/** What stands in front of every view: nothing, or a path without a slash at its end. */
export const basePath = base.pathname.slice(0, -1)

/** The filters and the order of the view. */
export function useFilters(): URLSearchParams {
  // Not the search of 'wouter' itself, which decodes it once too often.
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** What a filter asks for, whether there is such a thing or not; null for all. */
export const useFilter = (name: string): string | null => useFilters().get(name) || null

/** Another filter or order of the same view, which stays where it is; null takes one away. */
export function refine(changes: Readonly<Record<string, string | null>>): void {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  navigate(address, { replace: true })
}

export const addressOf = (path: string, search: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The service asks for servers of such names only. */
export const canBeAsked = (name: string): boolean => /^[a-zA-Z0-9_-]{1,255}$/.test(name)

export const serverAddress = (name: string): string => `/servers/${name}`
