import { useSyncExternalStore } from 'react'

/** Not every browser has changed to print when it tells that it is about to. */
let isAboutTo = false
const paper = window.matchMedia('print')

function subscribe(listener: () => void): () => void {
  const before = () => {
    isAboutTo = true
    listener()
  }
  const after = () => {
    isAboutTo = false
    listener()
  }
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  paper.addEventListener('change', listener)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    paper.removeEventListener('change', listener)
  }
}

/** Whether the page goes to paper, where nobody scrolls. */
export const usePrinted = (): boolean =>
  useSyncExternalStore(subscribe, () => isAboutTo || paper.matches)
