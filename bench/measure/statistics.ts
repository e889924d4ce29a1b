/** The value that `part` of all lie at or below; 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Each of `things` in turn, and all of that so many times, so that a slow minute hits all alike. */
export async function interleaved<Key, Result>(
  rounds: number,
  things: readonly Key[],
  measure: (thing: Key) => Promise<Result>,
): Promise<Map<Key, Result[]>> {
  const results = new Map<Key, Result[]>(things.map((thing) => [thing, []]))
  for (let round = 0; round < rounds; round++) {
    // Whoever comes first finds the machine as the last round left it: take turns with that, too.
    const start = round % Math.max(1, things.length)
    for (const thing of [...things.slice(start), ...things.slice(0, start)]) {
      results.get(thing)?.push(await measure(thing))
    }
  }
  return results
}
