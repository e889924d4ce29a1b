// The second pass: what the rules say that have a result.
import type { Input } from '../../input/input.ts'
import { type XmlElement, xmlPartsOf } from '../../input/xml.ts'
import { childOf, childrenOf, isXccdf, plainText, rawText, type Variable } from './xccdf.ts'

export interface Rule {
  readonly title: string
  readonly details: string
  readonly remediation: string
  readonly severity: string | null
  readonly cis: string | null
  readonly nistCsf: string | null
}

/** A rule, and the benchmark that it is in. */
interface FoundRule {
  readonly id: string
  readonly benchmark: string | null
  readonly element: XmlElement
}

export async function* rulesIn(
  input: Input,
  isWanted: (id: string) => boolean,
): AsyncGenerator<FoundRule> {
  let benchmark: string | null = null
  const parts = xmlPartsOf(input, (tag) => {
    if (!isXccdf(tag)) return undefined
    if (tag.name === 'Benchmark') return 'edges'
    return tag.name === 'Rule' && isWanted(tag.attributes['id'] ?? '') ? 'whole' : undefined
  })
  for await (const part of parts) {
    if (part.kind === 'whole') {
      yield { id: part.element.attributes['id'] ?? '', benchmark, element: part.element }
    } else benchmark = part.kind === 'opened' ? (part.tag.attributes['id'] ?? '') : null
  }
}

/** CIS Controls have an address of their own, and are something else than a benchmark of CIS. */
const CIS_BENCHMARK = /cisecurity\.org\/benchmark\//
const NIST_CSF = /NIST\.CSWP\.(?:04162018|29\b)|nist\.gov\/cyberframework/

export function ruleOf(element: XmlElement, variable: Variable): Rule {
  const text = (name: string) => plainText(childOf(element, name), variable)
  const idents = childrenOf(element, 'ident').map((it) => rawText(it).trim())
  const parts = [discussionIn(text('description')), text('rationale'), idents.join(', ')]
  return {
    title: text('title').replaceAll('\n', ' '),
    details: parts.filter((it) => it !== '').join('\n\n'),
    remediation: text('fixtext') || scriptIn(element, variable),
    severity: element.attributes['severity'] ?? null,
    cis: referencesTo(element, CIS_BENCHMARK),
    nistCsf: referencesTo(element, NIST_CSF),
  }
}

/** DISA puts a second XML into the text of the description. */
function discussionIn(description: string): string {
  const start = description.indexOf('<VulnDiscussion>')
  const end = description.indexOf('</VulnDiscussion>')
  return start === -1 || end < start ? description : description.slice(start + 16, end).trim()
}

/** The shell script if there is one; its lines stay as they are. */
function scriptIn(element: XmlElement, variable: Variable): string {
  const scripts = childrenOf(element, 'fix')
    .map((fix) => ({ system: fix.attributes['system'] ?? '', text: rawText(fix, variable).trim() }))
    .filter(({ text }) => text !== '')
  return (scripts.find(({ system }) => system.endsWith(':sh')) ?? scripts[0])?.text ?? ''
}

function referencesTo(element: XmlElement, address: RegExp): string | null {
  const found = childrenOf(element, 'reference')
    .filter((it) => address.test(it.attributes['href'] ?? ''))
    .map((it) => rawText(it).trim())
  return found.length === 0 ? null : [...new Set(found)].join(', ')
}
