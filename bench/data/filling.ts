// What a data set is made of, and its rows.
import type { Size } from './sizes.ts'

export type Row = readonly (string | number | null)[]

export interface Filling {
  readonly size: Size
  readonly seed: number
  /** The moment of the newest rows. */
  readonly newestMs: number
}
