import { useSyncExternalStore } from 'react'
import { dayName } from '../data/time.ts'

/** A machine may sleep over midnight: the clock is looked at, not waited for. */
const LOOK_MS = 60_000

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS)
  return () => clearInterval(timer)
}

/** The day that it is for the viewer, also where nothing else changes. */
export const useToday = (): string => useSyncExternalStore(subscribe, () => dayName(Date.now()))
