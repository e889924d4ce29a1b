// The arithmetic of charts.

export interface Point {
  /** Milliseconds. */
  readonly x: number
  /** null is a gap. */
  readonly y: number | null
}

export type Scale = (value: number) => number

/** From the domain to the range, straight. */
export function linear([from, to]: [number, number], [start, end]: [number, number]): Scale {
  const span = to - from || 1
  return (value) => start + ((value - from) / span) * (end - start)
}

/** Scores from the ten below the lowest up to 100: a line need not start at 0, its axis says so. */
export function scoreDomain(values: readonly number[]): [number, number] {
  const lowest = values.reduce((least, it) => Math.min(least, it), 100)
  return [Math.min(90, Math.floor(lowest / 10) * 10), 100]
}

export function scoreTicks([from, to]: [number, number]): number[] {
  const step = to - from > 50 ? 20 : 10
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => first + i * step)
}

/** At most `most` of them, evenly spread, the last one always there. */
export function thinned<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, most)))
  return items.filter((_, i) => (items.length - 1 - i) % step === 0)
}

/** Those with so much room between them, the last one always there: days are not evenly spread. */
export function spaced(items: readonly number[], x: Scale, room: number): number[] {
  const kept: number[] = []
  for (const item of items.toReversed()) {
    const last = kept.at(-1)
    if (last === undefined || x(last) - x(item) >= room) kept.push(item)
  }
  return kept.toReversed()
}

/** The `d` of an SVG path; a gap lifts the pen. */
export function pathOf(points: readonly Point[], x: Scale, y: Scale): string {
  let isDown = false
  return points
    .map((point) => {
      if (point.y === null) {
        isDown = false
        return ''
      }
      const command = isDown ? 'L' : 'M'
      isDown = true
      return `${command}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`
    })
    .join('')
}

/** Those between two gaps: a path of one point draws nothing. */
export const lonely = (points: readonly Point[]): Point[] =>
  points.filter((it, i) => it.y !== null && isGap(points[i - 1]) && isGap(points[i + 1]))

const isGap = (point: Point | undefined): boolean => point === undefined || point.y === null

/** Labels that would lie on each other are moved apart, in their order from top to bottom. */
export function apart(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  const placed: number[] = []
  let free = Number.NEGATIVE_INFINITY
  for (const i of order) {
    placed[i] = Math.max(wanted[i] ?? 0, free)
    free = placed[i] + gap
  }
  let limit = bottom
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i] ?? 0, limit)
    limit = placed[i] - gap
  }
  return placed
}

/** The middle of what is so wide, and must not leave its frame. */
export const within = (middle: number, wide: number, [from, to]: [number, number]): number =>
  Math.max(from + wide / 2, Math.min(to - wide / 2, middle))

/** Those that no other comes as near to as the gap. */
export const alone = <Item extends { readonly middle: number; readonly wide: number }>(
  items: readonly Item[],
  gap: number,
): Item[] =>
  items.filter((it) =>
    items.every(
      (other) =>
        other === it || Math.abs(other.middle - it.middle) >= (other.wide + it.wide) / 2 + gap,
    ),
  )
