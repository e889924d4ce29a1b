// The history of all servers in pages: of a year and a thousand servers it is too much to hold.
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { dateTime, integer } from '../database/rows/record.ts'
import type { Snapshot } from '../database/snapshot.ts'
import { statement } from '../database/statement.ts'
import { daysBefore, type Moment, secondsAfter, secondsBetween, timestamp } from '../time.ts'
import { readItem, scansBetween } from './history.ts'
import type { HistoryQuestion } from './questions.ts'
import type { HistoryItem } from './response.ts'

/** What is read at once. */
const SHORT = 5_000
/**
 * No page has more scans, unless all of them are of one second. Neither the thread nor a database server
 * on the same machine works for longer than a millisecond or two on a page, and small requests come in
 * between.
 */
const PAGE = 250
/**
 * About how many pages may lie in the time that is looked at for one. Where no index has the order of the
 * history, the database sorts all of them.
 */
const FARTHEST = 8
const HOUR_SECONDS = 3_600

export interface HistoryPages {
  /** Every scan, in the order of `all_history`. */
  pages(): AsyncGenerator<HistoryItem[]>
  /** The body around its two long members. */
  readonly head: string
  readonly middle: string
  readonly tail: string
}

/** null where it is short enough to be read at once. */
export async function historyPages(
  snapshot: Snapshot,
  { days }: HistoryQuestion,
  now: Moment,
): Promise<HistoryPages | null> {
  const since = daysBefore(now, days)
  const [counted] = await countSince(snapshot, since)
  const total = integer(counted?.count, 'count')
  if (total <= SHORT) return null
  return {
    head: `{"days":${days},"server_filter":null,"total_scans":${total},"history_by_server":{`,
    middle: '},"all_history":[',
    tail: `],"timestamp":${JSON.stringify(timestamp(now))}}`,
    pages: () => pagesSince(snapshot, since),
  }
}

/**
 * At the top of the module on purpose, and `Pages` a class: V8 keeps compiled code with its function, so
 * a closure that is made for each answer would be compiled anew for each.
 */
async function* pagesSince(snapshot: Snapshot, since: string): AsyncGenerator<HistoryItem[]> {
  const pages = new Pages(snapshot)
  let page = await pages.from(await dateFrom(snapshot, since))
  while (page !== null) {
    // A database server prepares the next page while this one is worked on.
    const coming = pages.after(page)
    coming.catch(() => {})
    try {
      // By then the server is asked for it.
      await setImmediate()
      yield page.rows.map(readItem)
    } finally {
      // A caller that stops early uses the connection next, so the page that was asked for ahead must be in.
      await coming.catch(() => {})
    }
    page = await coming
  }
}

/** Scans are not spread evenly: how far each page looks is made to fit by the one before it. */
class Pages {
  readonly #snapshot: Snapshot
  #seconds = HOUR_SECONDS

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
  }

  async from(begin: string | null): Promise<Page | null> {
    if (begin === null) return null
    const end = secondsAfter(begin, this.#seconds)
    const rows = await scansBetween(this.#snapshot, begin, end, PAGE)
    const last = rows[PAGE - 1]
    if (last === undefined) return { rows, end, isSparse: rows.length < PAGE / 2 }
    const second = dateTime(last.scan_date, 'scan_date')
    // Few scans made it look far, and now there are many.
    this.#seconds = Math.min(this.#seconds, FARTHEST * (1 + secondsBetween(begin, second)))
    return wholeSeconds(this.#snapshot, rows, second)
  }

  async after({ end, isSparse }: Page): Promise<Page | null> {
    if (end === null) return null
    if (!isSparse) return this.from(end)
    this.#seconds *= 2
    // Where there were few, there may be none for years.
    return this.from(await dateFrom(this.#snapshot, end))
  }
}

interface Page {
  readonly rows: Awaited<ReturnType<typeof scansBetween>>
  /** Where the next one begins; null where there is none. */
  readonly end: string | null
  /** Whether there were few in the time that was looked at. */
  readonly isSparse: boolean
}

/** A page of scans that are not all that were asked for: of the last second some may be missing. */
async function wholeSeconds(snapshot: Snapshot, rows: Page['rows'], last: string): Promise<Page> {
  const whole = rows.filter(({ scan_date }) => scan_date !== last)
  if (whole.length > 0) return { rows: whole, end: last, isSparse: false }
  const end = secondsAfter(last, 1)
  return { rows: await scansBetween(snapshot, last, end, null), end, isSparse: false }
}

const countSince = statement(({ db }, since: string) =>
  db
    .selectFrom('compliance_scans')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('scan_date', '>=', since),
)

/** The date of the oldest scan that is not before a date-time. */
async function dateFrom(snapshot: Snapshot, from: string): Promise<string | null> {
  const [first] = await firstFrom(snapshot, from)
  return first === undefined ? null : dateTime(first.scan_date, 'scan_date')
}

const firstFrom = statement(({ db }, from: string) =>
  db
    .selectFrom('compliance_scans')
    .select('scan_date')
    .where('scan_date', '>=', from)
    .orderBy('scan_date')
    .limit(sql.lit(1)),
)
