// What became of the findings of an export, for the person who imports it.
import { counted } from '../../../counted.ts'

const MOST_PRODUCTS = 20

interface Tally {
  all: number
  stored: number
  older: number
  archived: number
  suppressed: number
  unknown: number
  /** By product: threats and vulnerabilities have no compliance status. */
  readonly others: Map<string, number>
}

export const newTally = (): Tally => ({
  all: 0,
  stored: 0,
  older: 0,
  archived: 0,
  suppressed: 0,
  unknown: 0,
  others: new Map(),
})

export function addOther({ others }: Tally, product: string): void {
  const name = others.has(product) || others.size < MOST_PRODUCTS ? product : 'other products'
  others.set(name, (others.get(name) ?? 0) + 1)
}

export function remarksOn({ older, archived, suppressed, unknown, others }: Tally): string[] {
  const remarks = [...others].map(
    ([product, count]) =>
      `${counted(count, 'finding')} of ${product.slice(0, 60)} without a compliance status: not stored`,
  )
  const tell = (count: number, what: string) => {
    if (count > 0) remarks.push(`${counted(count, 'finding')} ${what}`)
  }
  tell(archived, 'archived: not stored')
  tell(older, 'replaced by a newer one with the same id: not stored')
  tell(suppressed, 'suppressed: stored as not_applicable')
  tell(unknown, 'with a compliance status that AWS does not have: stored as error')
  return remarks
}

export const reasonOfNone = (tally: Tally): string =>
  tally.all === 0
    ? 'it holds no findings, which proves nothing'
    : `it holds no active compliance check: ${remarksOn(tally).join('; ')}`
