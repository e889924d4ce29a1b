// The members of a body that move with the clock while the data stands still. They are written
// when the bytes are sent, so that the rest can be kept.
import { encodeJson } from '../../json.ts'
import { type LastScan, lastScanDays } from '../../malware/last-scan-days.ts'
import { type Moment, timestamp } from '../../time.ts'

/** Where such a member is in the bytes, and what it is made of. */
type Slot = { readonly start: number; readonly end: number } & (
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
  const texts: string[] = []
  const moving: { readonly name: Slot['member']; readonly at: number }[] = []
  for (const [name, member] of Object.entries(body)) {
    texts.push(`${texts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    if (name === 'timestamp' || name === 'last_scan_days') moving.push({ name, at: texts.length })
    texts.push(encodeJson(member))
  }
  texts.push(texts.length === 0 ? '{}' : '}')
  const { bytes, ends } = encodeTexts(texts)
  const slots = moving.map(({ name, at }) => ({
    ...slotOf(name, body),
    start: ends[at - 1] as number,
    end: ends[at] as number,
  }))
  return { bytes, slots }
}

/**
 * One text behind the other, and where each ends. To put them together first would copy them once
 * more. Most are ASCII, which takes a byte a character; where that is too little, they are counted.
 */
function encodeTexts(
  texts: readonly string[],
  room = total(texts, (text) => text.length),
): { readonly bytes: Uint8Array; readonly ends: readonly number[] } {
  // Not zeroed, because each byte is written: never fewer than there are characters.
  const bytes = Buffer.allocUnsafeSlow(room)
  const ends: number[] = []
  let end = 0
  for (const text of texts) {
    const { read, written } = utf8.encodeInto(text, bytes.subarray(end))
    if (read < text.length) return encodeTexts(texts, total(texts, Buffer.byteLength))
    end += written
    ends.push(end)
  }
  return { bytes, ends }
}

const total = (texts: readonly string[], size: (text: string) => number): number =>
  texts.reduce((sum, text) => sum + size(text), 0)

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
