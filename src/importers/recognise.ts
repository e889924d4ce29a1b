// Which tool a file comes from, by its content.
import type { Importer } from './importer.ts'
import type { Input } from './input/input.ts'
import { looksLikeJson } from './input/json.ts'
import { archiveIn, lookalikeOf } from './lookalikes.ts'
import { EMPTY } from './refused.ts'
import { IMPORTERS } from './registry.ts'

export const claimantsOf = (head: string): readonly Importer[] =>
  IMPORTERS.filter((it) => it.recognises(head))

/** The one importer whose file this is; null where none claims it, or several do. */
export function recognised(head: string): Importer | null {
  const [first, ...others] = claimantsOf(head)
  return first === undefined || others.length > 0 ? null : first
}

/** Whether it is worth reading for someone who named the tool. */
export const mayBeOf = async (importer: Importer, input: Input): Promise<boolean> =>
  archiveIn(input.head) === undefined &&
  (importer.mayBeOwn?.(input) ?? importer.recognises(input.head))

/**
 * What a file is that was named as a report of a tool, and is none. A malware scanner that takes any line of
 * some form for a hit would find hits in the reports of most others, and in logs of no scan.
 */
export async function otherThan(importer: Importer, input: Input): Promise<string | undefined> {
  const { head } = input
  const archive = archiveIn(head)
  if (archive !== undefined || importer.about !== 'malware') return archive
  if (isBlank(head) || (await mayBeOf(importer, input))) return undefined
  const owner = recognised(head)
  return owner === null ? knownLookOf(head) : `it looks like a report of ${owner.tool}`
}

/** Why the content does not decide, and what to do. */
export function whyUndecided(head: string): string {
  const tools = claimantsOf(head).map(({ tool }) => tool)
  return tools.length === 0
    ? (knownLookOf(head) ?? `${unknownLookOf(head)}; name the tool if you know it`)
    : `it may be a report of ${tools.join(' or ')}; name the tool instead of auto`
}

/** What a file looks like that is not what it was named as. */
export function lookOf(head: string): string {
  const owner = recognised(head)
  if (owner !== null) return `it looks like a report of ${owner.tool}`
  return knownLookOf(head) ?? unknownLookOf(head)
}

/** Of these it is known that no tool reads them. */
export const knownLookOf = (head: string): string | undefined =>
  isBlank(head) ? EMPTY : lookalikeOf(head)

export const isBlank = (head: string): boolean => head.trim() === ''

function unknownLookOf(head: string): string {
  if (looksLikeJson(head)) return 'it looks like JSON of a tool that is not known here'
  if (/^\s*</.test(head)) return 'it looks like XML of a tool that is not known here'
  if (head.slice(0, 1024).includes('\0')) return 'it is no text'
  return 'it looks like no report that is known here'
}
