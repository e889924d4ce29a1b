// What the person said, and what is known where they said nothing.

export interface StoreOptions {
  /** The time zone of the date-times in the database. */
  readonly zone: string
  /** That of times in the report that have none; without it, the same. */
  readonly reportZone?: string | undefined
  readonly server: string | null
  readonly serverType: string | null
  /** Seconds since 1970. */
  readonly date: number | null
  /** Folders that the scans covered: what was found in them before and is not there now is gone. */
  readonly scope: readonly string[]
  /** The server of a report that names none. */
  readonly thisMachine: string
  /** The date of a report that has none. */
  readonly fallback: { readonly at: number; readonly from: 'file' | 'now' }
  /** Seconds since 1970. */
  readonly now: number
}

/** Where the date of a run comes from, and where its server does. */
export type DateFrom = 'report' | 'option' | 'file' | 'now'
export type ServerFrom = 'report' | 'option' | 'this machine'
