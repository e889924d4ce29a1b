import { isValidElement, type ReactNode } from 'react'
import { Folded } from './folded.tsx'
import { Name } from './name.tsx'

/** Names and values; what a producer wrote is shown as it is, and only ever as text. */
export const Pairs = ({ of }: { of: Readonly<Record<string, unknown>> }) => (
  <dl className="pairs">
    {Object.entries(of).map(([name, value]) => (
      <div key={name} className="pair">
        <dt>{called(name.replaceAll('_', ' ').trim())}</dt>
        <dd>{shown(value)}</dd>
      </div>
    ))}
  </dl>
)

const called = (name: string): ReactNode =>
  name === '' ? <Nothing>no name</Nothing> : <Name>{name}</Name>

function shown(value: unknown): ReactNode {
  if (isValidElement(value)) return value
  const text = textOf(value)
  return text.trim() === '' ? <Nothing>empty</Nothing> : <Folded>{text}</Folded>
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number')
    return value.toLocaleString(undefined, { maximumFractionDigits: 20 })
  if (Array.isArray(value) && value.every((it) => typeof it === 'string')) return value.join(', ')
  if (value === null || isEmpty(value)) return ''
  return JSON.stringify(value)
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** Words where there is nothing: an empty line looks like a fault of the page. */
const Nothing = ({ children }: { children: string }) => <span className="quiet">{children}</span>
