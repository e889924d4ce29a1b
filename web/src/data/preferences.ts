// What a visitor chose on this machine: the theme, and how often to read anew.
import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Seconds; 0 is never. */
export const INTERVALS = [10, 30, 60, 300, 0] as const

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Storage may be forbidden; then a choice lasts as long as the page. */
const kept = new Map<string, string>()

function read(name: string): string | null {
  try {
    return localStorage.getItem(`secdash.${name}`) ?? kept.get(name) ?? null
  } catch {
    return kept.get(name) ?? null
  }
}

function write(name: string, value: string): void {
  kept.set(name, value)
  try {
    localStorage.setItem(`secdash.${name}`, value)
  } catch {
    // See above.
  }
  for (const listener of listeners) listener()
}

const theme = (): Theme => THEMES.find((it) => it === read('theme')) ?? 'system'
const refreshSeconds = (): number => INTERVALS.find((it) => `${it}` === read('refresh')) ?? 30

export const useTheme = () => useSyncExternalStore(subscribe, theme)
export const useRefreshSeconds = () => useSyncExternalStore(subscribe, refreshSeconds)

export function chooseTheme(chosen: Theme): void {
  write('theme', chosen)
  showTheme()
}

export const chooseRefresh = (seconds: number): void => write('refresh', `${seconds}`)

export function showTheme(): void {
  document.documentElement.dataset['theme'] = theme()
}

// Chosen in another tab.
window.addEventListener('storage', showTheme)
