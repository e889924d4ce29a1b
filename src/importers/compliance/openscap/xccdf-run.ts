// One TestResult of XCCDF: what was tested, when, with what, and the scores.
import { imageHost } from '../../artifact.ts'
import type { Context } from '../../importer.ts'
import type { XmlElement } from '../../input/xml.ts'
import type { XmlTag } from '../../input/xml-tag.ts'
import { timeOf } from '../../report-time.ts'
import { rawText } from './xccdf.ts'

export interface Run {
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly testSystem: string
  readonly benchmarkVersion: string
  host: string | null
  profile: string | null
  benchmark: string | null
  readonly facts: Map<string, string>
  readonly scores: Map<string, Score>
  /** What the profile sets the variables of the rules to. */
  readonly values: Map<string, string>
  /** How often each result came. */
  readonly counts: Map<string, number>
}

interface Score {
  readonly value: string
  readonly maximum: string
}

/** A short copy of a text, as long as there is room for it. */
export type Keep = (text: string) => string

export function runOf({ attributes }: XmlTag, keep: Keep, context: Context): Run {
  const ended = timeOf(attributes['end-time'], context)
  return {
    startedAt: timeOf(attributes['start-time'], context) ?? ended,
    endedAt: ended,
    testSystem: keep(attributes['test-system'] ?? ''),
    benchmarkVersion: keep(attributes['version'] ?? ''),
    host: null,
    profile: null,
    benchmark: null,
    facts: new Map(),
    scores: new Map(),
    values: new Map(),
    counts: new Map(),
  }
}

/** The children of a TestResult that tell of the run; of several targets the first counts. */
export const RUN_PARTS: Readonly<
  Record<string, (run: Run, element: XmlElement, keep: Keep) => void>
> = {
  target(run, element, keep) {
    run.host ??= keep(rawText(element))
  },
  profile(run, { attributes }, keep) {
    run.profile ??= keep(attributes['idref'] ?? '')
  },
  benchmark(run, { attributes }, keep) {
    run.benchmark ??= keep(attributes['id'] ?? '')
  },
  score(run, element, keep) {
    const { system = '', maximum = '100' } = element.attributes
    run.scores.set(keep(system), { value: keep(rawText(element)), maximum: keep(maximum) })
  },
  fact(run, element, keep) {
    run.facts.set(keep(element.attributes['name'] ?? ''), keep(rawText(element)))
  },
  'set-value'(run, element, keep) {
    run.values.set(keep(element.attributes['idref'] ?? ''), keep(rawText(element)))
  },
}

/** What OpenSCAP was told that it looks into: since 1.3.3 no longer the target. */
const LOOKED_INTO = 'urn:xccdf:fact:identifier'
const CONTAINER = /^(?:docker|podman)-(?:image|container):/
/** `acme/web:1.2` or `nginx:latest`, as oscap-docker of 1.3.8 and later says it. */
const BARE_IMAGE = /^(?!\S*:\/\/)\S*\/\S*$|^[^\s:]+:[^\s:/]+$/
/** The target where the file system of an image names no host, or none of its own. */
const NO_HOST = /^(?:unknown|localhost(?:\.localdomain)?)?$/i

/** All images that name no host would be one server, and each would close what was found in the others. */
export function hostOf({ host, facts }: Run): string | null {
  const inside = facts.get(LOOKED_INTO) ?? ''
  if (inside === '' || !(CONTAINER.test(inside) || NO_HOST.test(host ?? ''))) return host || null
  return BARE_IMAGE.test(inside) ? imageHost(inside) : inside
}

const SCANNER = /^cpe:(?:\/|2\.3:)a:[^:]*:([^:]*)(?::([^:]*))?/

/** By what the run says of its scanner, or by the name of the platform it ran on. */
export function scannerOf({ facts, testSystem }: Run): { name: string; version: string | null } {
  const [, product, release] = SCANNER.exec(testSystem) ?? []
  return {
    name: facts.get('urn:xccdf:fact:scanner:name') ?? product ?? 'XCCDF',
    version: facts.get('urn:xccdf:fact:scanner:version') ?? release ?? null,
  }
}

/** The default score as 0 to 100; undefined when there is none, or one that makes no sense. */
export function scoreOf({ scores }: Run): number | undefined {
  const { value, maximum } = scores.get('urn:xccdf:scoring:default') ?? { value: '', maximum: '' }
  const score = value === '' ? Number.NaN : (Number(value) / Number(maximum)) * 100
  return score >= 0 && score <= 100 ? score : undefined
}
