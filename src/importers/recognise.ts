// Which tool a file comes from, by its content.
import type { Importer } from './importer.ts'
import { LOOKALIKES } from './lookalikes.ts'
import { Refused } from './refused.ts'
import { IMPORTERS } from './registry.ts'

/** The one importer whose file this is. */
export function recognised(head: string): Importer {
  const claims = IMPORTERS.filter((it) => it.recognises(head))
  const [only] = claims
  if (only !== undefined && claims.length === 1) return only
  if (only !== undefined) {
    const tools = claims.map(({ tool }) => tool).join(' or ')
    throw new Refused(`it may be a report of ${tools}; name the tool instead of auto`)
  }
  throw new Refused(`${lookOf(head)}; name the tool if you know it`)
}

/** What a file looks like that no importer claims. */
export function lookOf(head: string): string {
  if (head.trim() === '') return 'it is empty, which proves nothing'
  const known = LOOKALIKES.find(({ looks }) => looks(head))
  if (known !== undefined) return `it looks like ${known.is}`
  if (/^\s*[[{]/.test(head)) return 'it looks like JSON of a tool that is not known here'
  if (/^\s*</.test(head)) return 'it looks like XML of a tool that is not known here'
  if (head.slice(0, 1024).includes('\0')) return 'it is no text'
  return 'it looks like no report that is known here'
}
