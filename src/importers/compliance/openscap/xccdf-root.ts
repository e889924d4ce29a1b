// Which XML is a result of XCCDF, by its outermost element.
import type { XmlTag } from '../../input/xml-tag.ts'
import { NotItsOwn, Refused } from '../../refused.ts'
import { isXccdf } from './xccdf.ts'

const ARF = /^http:\/\/scap\.nist\.gov\/schema\/asset-reporting-format\/1\.[01]$/
const ADVICE = 'import the file that oscap xccdf eval writes with --results-arf or --results'

const OTHERS: Readonly<Record<string, string>> = {
  oval_results: 'results of OVAL, which tell of no rules',
  oval_definitions: 'definitions of OVAL, not results',
  'data-stream-collection': 'SCAP content, not results',
  Tailoring: 'a tailoring, not results',
  html: 'the report for people',
}

/** Throws unless results can be inside. */
export function checkRoot(root: XmlTag): void {
  if (isXccdf(root) && (root.name === 'Benchmark' || root.name === 'TestResult')) return
  if (ARF.test(root.namespace) && root.name === 'asset-report-collection') return
  const other = Object.hasOwn(OTHERS, root.name) ? OTHERS[root.name] : undefined
  throw new Refused(`it is ${other ?? 'XML of another kind than XCCDF and ARF'}; ${ADVICE}`)
}

/** Throws for what is no XML at all. */
export function checkXml(head: string): void {
  if (/^\s*<!doctype html/i.test(head)) {
    throw new Refused(`it is the report for people; ${ADVICE}`)
  }
  // UTF-16 without a mark may begin with a NUL.
  if (/^(?:\s*<|\0<)/.test(head)) return
  throw new NotItsOwn(`it is no XML; ${ADVICE}`)
}

export const noResults = (): Refused =>
  new Refused(`it is a benchmark without any results; ${ADVICE}`)

export function looksLikeResults(head: string): boolean {
  const root = rootTagIn(head)
  return (
    (/^<(?:[\w.-]+:)?(?:Benchmark|TestResult)[\s>]/.test(root) &&
      root.includes('http://checklists.nist.gov/xccdf/1.')) ||
    (/^<(?:[\w.-]+:)?asset-report-collection[\s>]/.test(root) &&
      root.includes('http://scap.nist.gov/schema/asset-reporting-format/'))
  )
}

/** The first tag behind declarations and comments. */
function rootTagIn(head: string): string {
  let rest = head.trimStart()
  for (;;) {
    const end = rest.startsWith('<?') ? '?>' : rest.startsWith('<!--') ? '-->' : null
    if (end === null) return rest.slice(0, rest.indexOf('>') + 1)
    const at = rest.indexOf(end)
    if (at === -1) return ''
    rest = rest.slice(at + end.length).trimStart()
  }
}
