import type sax from 'sax'

export interface XmlTag {
  /** Without its prefix: prefixes differ from tool to tool, namespaces do not. */
  readonly name: string
  readonly namespace: string
  /** By their names as written. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Addresses of namespaces by their prefixes. */
export type Scope = Readonly<Record<string, string>>

export const ROOT_SCOPE: Scope = Object.assign(Object.create(null), {
  xml: 'http://www.w3.org/XML/1998/namespace',
})

/** The parser's own way with namespaces takes a time that grows with the square of their number. */
export function tagOf(
  { name, attributes }: sax.Tag,
  outer: Scope,
): { readonly tag: XmlTag; readonly scope: Scope } {
  let scope = outer
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'xmlns' && !key.startsWith('xmlns:')) continue
    if (scope === outer) scope = Object.create(outer)
    ;(scope as Record<string, string>)[key.slice(6)] = value
  }
  const colon = name.indexOf(':')
  const namespace = scope[colon === -1 ? '' : name.slice(0, colon)] ?? ''
  return { tag: { name: name.slice(colon + 1), namespace, attributes }, scope }
}
