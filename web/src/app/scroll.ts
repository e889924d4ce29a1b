// A visitor who loads a long page again, or comes back to it, is where they were. The browser looks for that place
// once, before there is any data, and then there is no such place.
import type { QueryClient } from '@tanstack/react-query'
import type { AroundNavHandler } from 'wouter'

/** A place is kept once it was rested at: browsers refuse to be told of every step. */
const REST_MS = 150
const LOOK_MS = 500

/** Of this entry of the history; it is there after a reload, too. */
const keptPlace = (): number => {
  const kept = history.state?.scrolled
  return typeof kept === 'number' ? kept : 0
}

/** Keeps places from now on; gives what goes around every way to another view, which is read from its top. */
export function keepPlaces(client: QueryClient): AroundNavHandler {
  history.scrollRestoration = 'manual'
  let timer: ReturnType<typeof setTimeout> | undefined
  let seeking: Seeking | null = null

  const keep = () => {
    clearTimeout(timer)
    // What is sought is still what was kept.
    if (seeking !== null || keptPlace() === window.scrollY) return
    history.replaceState({ ...history.state, scrolled: window.scrollY }, '')
  }
  const leave = () => {
    clearTimeout(timer)
    seeking?.end()
    seeking = null
  }
  const seek = () => {
    leave()
    seeking = seekingOf(keptPlace(), () => isAllRead(client), leave)
  }

  window.addEventListener('scroll', () => {
    if (seeking?.isAt(window.scrollY) === false) leave()
    clearTimeout(timer)
    timer = setTimeout(keep, REST_MS)
  })
  window.addEventListener('pagehide', keep)
  window.addEventListener('popstate', seek)
  seek()
  return (navigate, to, options) => {
    keep()
    leave()
    navigate(to, options)
    window.scrollTo(0, 0)
  }
}

/** What failed is tried again, and the page is not as long as it was until then. */
function isAllRead(client: QueryClient): boolean {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  return shown.length > 0 && shown.every((it) => it.state.data !== undefined)
}

interface Seeking {
  /** Else the visitor has gone elsewhere meanwhile. */
  isAt(place: number): boolean
  end(): void
}

/** Goes to the place as far as the page has grown, until all that it shows has been read. */
function seekingOf(place: number, isRead: () => boolean, leave: () => void): Seeking {
  let at = window.scrollY
  const go = () => {
    window.scrollTo(0, place)
    at = window.scrollY
  }
  const growth = new ResizeObserver(go)
  growth.observe(document.body)
  const looking = setInterval(() => {
    if (!isRead()) return
    go()
    leave()
  }, LOOK_MS)
  return {
    isAt: (other) => Math.abs(other - at) < 1,
    end() {
      growth.disconnect()
      clearInterval(looking)
    },
  }
}
