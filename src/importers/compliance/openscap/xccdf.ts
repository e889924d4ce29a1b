// What the two passes over XCCDF share: its namespaces, and texts out of its elements.
import type { XmlElement } from '../../input/xml.ts'
import type { XmlTag } from '../../input/xml-tag.ts'

const XCCDF = /^http:\/\/checklists\.nist\.gov\/xccdf\/1\.[0-2]$/
const BLOCKS = /^(?:br|p|div|pre|li|ul|ol|dl|dt|dd|tr|table|h[1-6])$/i

export const isXccdf = ({ namespace }: XmlTag): boolean => XCCDF.test(namespace)

/** The value of an XCCDF variable, by its id. */
export type Variable = (id: string) => string | undefined

/** All children with this name. */
export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((it) => typeof it !== 'string').filter((it) => it.name === name)

/** The child with this name; of several languages the English one. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  const found = childrenOf(element, name)
  return found.find((it) => it.attributes['xml:lang']?.startsWith('en')) ?? found[0]
}

/** Everything that an element says, as it stands. */
export function rawText(
  element: XmlElement | undefined,
  variable: Variable = () => undefined,
): string {
  if (element === undefined) return ''
  return element.children
    .map((it) => {
      if (typeof it === 'string') return it
      if (it.name !== 'sub' || !isXccdf(it)) return rawText(it, variable)
      const id = it.attributes['idref'] ?? ''
      return variable(id) ?? id
    })
    .join('')
}

/** As a person reads it: the markup of XHTML inside makes lines, and nothing else does. */
export function plainText(element: XmlElement | undefined, variable: Variable): string {
  if (element === undefined) return ''
  return rawText(withLines(element), variable)
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const withLines = (element: XmlElement): XmlElement => ({
  ...element,
  children: element.children.flatMap((it) => {
    if (typeof it === 'string') return [it]
    return BLOCKS.test(it.name) ? ['\n', withLines(it), '\n'] : [withLines(it)]
  }),
})
