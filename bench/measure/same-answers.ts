// Two sides are worth comparing only if they say the same.

/** What an answer says of the second in which it was made. */
const OF_THE_MOMENT = ['timestamp', 'last_scan_days']

/** The first place where two answers differ, apart from the moment of each; null if nowhere. */
export function difference(one: unknown, other: unknown, at = 'the answer'): string | null {
  if (!isContainer(one) || !isContainer(other)) return Object.is(one, other) ? null : at
  const names = Object.keys(one)
  // Also their order: both are to write the same text.
  if (Array.isArray(one) !== Array.isArray(other) || names.join() !== Object.keys(other).join()) {
    return `the members of ${at}`
  }
  for (const name of names) {
    if (OF_THE_MOMENT.includes(name)) continue
    const found = difference(one[name], other[name], `${name} of ${at}`)
    if (found !== null) return found
  }
  return null
}

type Container = Readonly<Record<string, unknown>>
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

const TRIES = 3

/** Asks both sides the same. Between the two, a scan may leave the window: then they are asked again. */
export async function assertSame(
  path: string,
  sides: readonly [name: string, port: number][],
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const answers = []
    for (const [, port] of sides) answers.push(await answerOf(port, path))
    const [first, ...others] = answers
    const different = others.map((it) => difference(first, it))
    const at = different.findIndex((it) => it !== null)
    if (at < 0) return
    if (tries < TRIES) continue
    throw new Error(`${sides[at + 1]?.[0]} says something else of ${path}: ${different[at]}`)
  }
}

async function answerOf(port: number, path: string): Promise<unknown> {
  const headers = { 'X-Auth-User-ID': 'bench' }
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).json()
}
