import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go } from './address.ts'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  readonly to: string
}

/** A real link: it can be copied, and opened in a new tab; a plain click stays in the page. */
export function Link({ to, children, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (!isPlain || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to || '.'} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
