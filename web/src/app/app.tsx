import { useRef } from 'react'
import { useLocation } from 'wouter'
import { basePath } from '../data/address.ts'
import { Bar } from './bar.tsx'
import { Views } from './views.tsx'

export function App() {
  const [path] = useLocation()
  const main = useRef<HTMLElement>(null)
  return (
    <>
      <a
        className="skip"
        href={`${basePath}${path}#main`}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to the content
      </a>
      <Bar path={path} />
      <main id="main" ref={main} tabIndex={-1}>
        <Views path={path} />
      </main>
    </>
  )
}
