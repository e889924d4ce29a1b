// The members of a body that move with the clock while the data stands still. They are written
// when the bytes are sent, so that the rest can be kept.
import { encodeJson } from '../json.ts'
import { type LastScan, lastScanDays } from '../malware/last-scan-days.ts'
import { type Moment, timestamp } from '../time.ts'

/** Where such a member is in the bytes, and what it is made of. */
export type Slot = { readonly start: number; readonly end: number } & (
  | { readonly member: 'timestamp' }
  | { readonly member: 'last_scan_days'; readonly latest: readonly LastScan[] }
)

interface Body {
  readonly latest_scans?: readonly LastScan[]
}

export interface Encoded {
  readonly bytes: Uint8Array
  readonly slots: readonly Slot[]
}

const utf8 = new TextEncoder()

/** The bytes of a body, and which of them will be others a second later. */
export function encodeBody(body: object): Encoded {
  const slots: Slot[] = []
  let text = '{'
  let length = 0
  let counted = 0
  const bytesSoFar = () => {
    length += Buffer.byteLength(text.slice(counted))
    counted = text.length
    return length
  }
  for (const [name, member] of Object.entries(body)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`
    if (name !== 'timestamp' && name !== 'last_scan_days') {
      text += encodeJson(member)
      continue
    }
    const start = bytesSoFar()
    text += encodeJson(member)
    slots.push({ ...slotOf(name, body), start, end: bytesSoFar() })
  }
  return { bytes: utf8.encode(`${text}}`), slots }
}

const slotOf = (member: Slot['member'], { latest_scans = [] }: Body) =>
  member === 'timestamp'
    ? { member }
    : {
        member,
        latest: latest_scans.map(({ scan_type, scan_date }) => ({ scan_type, scan_date })),
      }

/** The same body as it is at another moment. */
export function bytesAt({ bytes, slots }: Encoded, now: Moment): Buffer {
  const pieces: Uint8Array[] = []
  let from = 0
  for (const slot of slots) {
    pieces.push(bytes.subarray(from, slot.start), utf8.encode(encodeJson(valueAt(slot, now))))
    from = slot.end
  }
  pieces.push(bytes.subarray(from))
  return Buffer.concat(pieces)
}

const valueAt = (slot: Slot, now: Moment): unknown =>
  slot.member === 'timestamp' ? timestamp(now) : lastScanDays(slot.latest, now)
