import { refine, useFilter } from '../data/address.ts'
import { Choice } from './choice.tsx'

const OFFERED = [7, 30, 90, 365]

/** From the address, as it is: the service refuses what is no number of days to it, in its own words. */
export function useDays(usual: number): number {
  const asked = useFilter('days')
  if (asked === null) return usual
  return /^\d+$/.test(asked) ? Number(asked) : Number.NaN
}

interface HowFarBackProps {
  readonly days: number
  /** What an address means that does not say. */
  readonly usual: number
}

/** One of few, and what the address asks for: a shared one may be of any number. */
export function HowFarBack({ days, usual }: HowFarBackProps) {
  const isTaken = days >= 1 && days <= 365
  const values = [...new Set([...OFFERED, ...(isTaken ? [days] : [])])].sort((a, b) => a - b)
  return (
    <Choice
      label="How far back"
      values={values.map(String)}
      chosen={`${days}`}
      nameOf={(it) => `${it} d`}
      onChoose={(it) => refine({ days: it === `${usual}` ? null : it })}
    />
  )
}
