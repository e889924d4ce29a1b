import { useFilters } from '../../app/address.ts'

export const DAYS = ['7', '30', '90', '365'] as const

const DEFAULT_DAYS = 30

/** How far back, from the address. */
export function useDays(): number {
  const days = Number(useFilters().get('days') ?? DEFAULT_DAYS)
  return Number.isInteger(days) && days >= 1 && days <= 365 ? days : DEFAULT_DAYS
}
