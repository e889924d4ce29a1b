// The file of a long answer: written in several turns, read as one body.
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Piece, writeSpool } from '../../src/answers/spool/spool.ts'
import type { HistoryItem } from '../../src/compliance/response.ts'
import { byBytes } from '../../src/text-order.ts'
import { temporaryFolder } from '../support/database.ts'

const item = (server_name: string, checks_total: number): HistoryItem => ({
  server_name,
  scan_date: '2026-11-15 12:00:00',
  overall_score: 87.25,
  findings_critical: 0,
  findings_high: 1,
  findings_medium: 2,
  findings_low: 3,
  findings_pass: 4,
  checks_total,
})

/** The body that is spooled for these pages, put together as a client gets it. */
async function spooled(pages: readonly HistoryItem[][]): Promise<{ body: string; ranges: number }> {
  const path = join(temporaryFolder(), 'spool')
  const reader = openSync(path, 'wx+')
  let hasName = true
  const pieces = await writeSpool(
    path,
    {
      head: '{"history_by_server":{',
      middle: '},"all_history":[',
      tail: ']}',
      async *pages() {
        hasName = existsSync(path)
        yield* pages
      },
    },
    () => {},
    () => true,
  )
  // A process that is killed from its beginning on leaves nothing of it.
  expect(hasName).toBe(false)
  const file = readFileSync(reader)
  closeSync(reader)
  const textOf = (piece: Piece) =>
    typeof piece === 'string' ? piece : file.subarray(piece.from, piece.to).toString()
  return {
    body: pieces.map(textOf).join(''),
    ranges: pieces.filter((it) => typeof it !== 'string').length,
  }
}

function expected(items: readonly HistoryItem[]): string {
  const servers = [...Map.groupBy(items, ({ server_name }) => server_name)]
  const byServer = servers
    .sort(([a], [b]) => byBytes(a, b))
    .map(([name, list]) => `${JSON.stringify(name)}:${JSON.stringify(list)}`)
  return `{"history_by_server":{${byServer.join()}},"all_history":${JSON.stringify(items)}}`
}

it('has no more pieces where nobody wants it any more, and reads no further page', async () => {
  const path = join(temporaryFolder(), 'spool')
  writeFileSync(path, '')
  let read = 0
  async function* pages() {
    for (; ; read++) yield [item('web-01', read)]
  }
  const history = { head: '', middle: '', tail: '', pages }
  expect(
    await writeSpool(
      path,
      history,
      () => {},
      () => read < 3,
    ),
  ).toEqual([])
  expect(read).toBe(3)
})

it('has every item twice where all are gathered before the file is written', async () => {
  const items = ['10', '9', '__proto__', '"quoted"', '9', '10'].map(item)
  const { body, ranges } = await spooled([items.slice(0, 4), [], items.slice(4)])
  expect(body).toBe(expected(items))
  expect(ranges).toBe(2)
})

it('has every item twice where the file is written in several turns', async () => {
  // One server in every turn, some in a few, and one in a single one.
  const names = Array.from({ length: 40 }, (_, i) => `${i}-${'Größe'.repeat(40)}`)
  const items = Array.from({ length: 20_000 }, (_, i) =>
    item(i % 2 === 0 ? 'web-01' : (names[Math.floor(i / 500)] as string), i),
  )
  const { body, ranges } = await spooled([items.slice(0, 7), items.slice(7)])
  expect(body === expected(items)).toBe(true)
  expect(ranges).toBeGreaterThan(2)
})

it('has every item twice where a turn is filled to its last byte', async () => {
  const TURN = 2 ** 22
  const shortest = JSON.stringify(item('', 100)).length
  // Room is kept for three bytes a character, and for a comma: just enough of it, and one too few.
  const lengths = [0, 1].flatMap((missing) => {
    const names = Array.from({ length: 70_000 }, (_, name) => shortest + name)
    return names.find((length) => (TURN + missing - 3 * length) % (length + 1) === 0) ?? []
  })
  expect(lengths.length).toBe(2)
  for (const length of lengths) {
    const name = 'x'.repeat(length - shortest)
    const items = Array.from({ length: Math.ceil((2 * TURN) / length) }, () => item(name, 100))
    const { body, ranges } = await spooled([items])
    expect(body === expected(items)).toBe(true)
    expect(ranges).toBeGreaterThan(2)
  }
})

it('has its own items where two are written at once, and one after them', async () => {
  const ofServer = (name: string) => Array.from({ length: 30_000 }, (_, i) => item(name, i))
  const inPages = (items: readonly HistoryItem[]) =>
    Array.from({ length: 30 }, (_, i) => items.slice(1_000 * i, 1_000 * (i + 1)))
  const all = ['web-01', 'db-01', 'mail-01'].map(ofServer)
  const written = async (items: readonly HistoryItem[]) => (await spooled(inPages(items))).body
  const [first = [], second = [], later = []] = all
  const bodies = [...(await Promise.all([written(first), written(second)])), await written(later)]
  expect(bodies.map((body, i) => body === expected(all[i] ?? []))).toEqual([true, true, true])
})

it('an item that no turn has room for is an error, not a part of it', async () => {
  const answer = spooled([[item('web-01', 1), item('x'.repeat(2 ** 22), 2)]])
  await expect(answer).rejects.toThrow('one item is too long to be spooled')
})
