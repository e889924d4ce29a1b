import { parseArgs } from 'node:util'
import { ENGINE_NAMES, type EngineName, isEngineName } from '../test/support/engines.ts'
import { isSizeName, SIZES, type SizeName } from './data/sizes.ts'

const SECTIONS = [
  'side-by-side',
  'answers',
  'event-loop',
  'beside-history',
  'start',
  'memory',
] as const
export type SectionName = (typeof SECTIONS)[number]

export interface Options {
  readonly engines: readonly EngineName[]
  readonly sizes: readonly SizeName[]
  readonly sections: readonly SectionName[]
  readonly rounds: number
  /** How long one side is measured in a round. */
  readonly seconds: number
  /** How many requests the memory is looked at after; the first look is after 10,000 at most. */
  readonly requests: number
  readonly seed: number
  /** The document to write; empty is none. */
  readonly out: string
  readonly short: boolean
}

export const USAGE = `usage: npm run bench -- [options]
  --engines LIST    ${ENGINE_NAMES.join(',')}
  --sizes LIST      ${Object.keys(SIZES).join(',')}
  --sections LIST   ${SECTIONS.join(',')}
  --rounds N        rounds of each comparison, 7
  --seconds N       how long each side is measured in a round, 2
  --requests N      requests until memory is looked at again, 1000000
  --seed N          of the data, 1
  --short           one short round with the small data, to see that it works
  --out FILE        where the tables go, docs/benchmarks.md; nowhere with any other option`

const DEFAULTS = {
  engines: ENGINE_NAMES.join(),
  sizes: Object.keys(SIZES).join(),
  sections: SECTIONS.join(),
  rounds: '7',
  seconds: '2',
  requests: '1000000',
  seed: '1',
  out: 'docs/benchmarks.md',
}
const SHORT = { ...DEFAULTS, sizes: 'small', rounds: '1', seconds: '0.2', requests: '200' }

/** Throws with what is wrong. */
export function optionsOf(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      engines: text,
      sizes: text,
      sections: text,
      rounds: text,
      seconds: text,
      requests: text,
      seed: text,
      out: text,
      short: { type: 'boolean' },
    },
  })
  const short = values.short ?? false
  // A part of it must not take the place of the whole.
  const isPart = Object.keys(values).length > 0
  const given = { ...(short ? SHORT : DEFAULTS), ...(isPart ? { out: '' } : {}), ...values }
  return {
    engines: listOf('--engines', given.engines, isEngineName),
    sizes: listOf('--sizes', given.sizes, isSizeName),
    sections: listOf('--sections', given.sections, isSection),
    rounds: numberOf('--rounds', given.rounds, 1),
    seconds: numberOf('--seconds', given.seconds, 0.05),
    requests: numberOf('--requests', given.requests, 1),
    seed: numberOf('--seed', given.seed, 0),
    out: given.out,
    short,
  }
}

const isSection = (text: unknown): text is SectionName =>
  (SECTIONS as readonly unknown[]).includes(text)

function listOf<Item extends string>(
  name: string,
  text: string,
  isItem: (text: unknown) => text is Item,
): Item[] {
  const items = text.split(',')
  const wrong = items.find((item) => !isItem(item))
  if (wrong !== undefined) throw new Error(`${name}: ${JSON.stringify(wrong)} is none of them`)
  return items.filter(isItem)
}

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text)
  if (text !== '' && number >= least) return number
  throw new Error(`${name}: ${JSON.stringify(text)} is no number of at least ${least}`)
}
