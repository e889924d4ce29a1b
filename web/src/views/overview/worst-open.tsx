// The most severe of what is open, in a sentence: who is called at night looks for that first.
import { Fragment } from 'react'
import { Link } from 'wouter'
import { addressOf } from '../../data/address.ts'
import { plural } from '../../data/numbers.ts'
import { SEVERITIES } from '../../data/severity.ts'
import type { Malware, Posture, Severity, SeverityCounts } from '../../data/wire.ts'

interface WorstOpenProps {
  readonly posture: Posture | undefined
  readonly malware: Malware | undefined
  readonly open: Partial<SeverityCounts>
}

interface Part {
  readonly n: number
  readonly what: string
  readonly to: string | undefined
}

export function WorstOpen({ posture, malware, open }: WorstOpenProps) {
  const kinds = [
    ['incident', posture?.current.active_incidents, undefined],
    ['detection', malware?.severity_counts, '/malware'],
    ['finding', open, '/findings'],
  ] as const
  const worst = SEVERITIES.find((severity) =>
    // Where a number is not known, nothing less severe is said to be the worst.
    kinds.some(([, counts]) => counts?.[severity] !== 0),
  )
  if (worst === undefined) return null
  const parts = kinds.flatMap(([kind, counts, list]): Part[] => {
    const n = counts?.[worst] ?? 0
    const to = list && addressOf(list, { severity: worst })
    return n === 0 ? [] : [{ n, what: said(n, worst, kind), to }]
  })
  if (parts.length === 0) return null
  const isOne = parts.length === 1 && parts[0]?.n === 1
  return (
    <>
      <strong>
        {parts.map(({ what, to }, i) => (
          <Fragment key={what}>
            {i > 0 && (i === parts.length - 1 ? ' and ' : ', ')}
            {to === undefined ? what : <Link to={to}>{what}</Link>}
          </Fragment>
        ))}{' '}
        {isOne ? 'is' : 'are'} open.
      </strong>{' '}
    </>
  )
}

const said = (n: number, severity: Severity, kind: string): string =>
  plural(n, `${severity} ${kind}`)
