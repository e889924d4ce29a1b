import { isValidElement, type ReactNode } from 'react'

/** Names and values; what a producer wrote is shown as it is, and only ever as text. */
export const Pairs = ({ of }: { of: Readonly<Record<string, unknown>> }) => (
  <dl className="pairs">
    {Object.entries(of).map(([name, value]) => (
      <div key={name} className="pair">
        <dt>{name.replaceAll('_', ' ')}</dt>
        <dd>{shown(value)}</dd>
      </div>
    ))}
  </dl>
)

function shown(value: unknown): ReactNode {
  if (isValidElement(value)) return value
  if (typeof value === 'string') return value
  if (typeof value === 'number')
    return value.toLocaleString(undefined, { maximumFractionDigits: 20 })
  if (Array.isArray(value) && value.every((it) => typeof it === 'string')) return value.join(', ')
  return JSON.stringify(value)
}
