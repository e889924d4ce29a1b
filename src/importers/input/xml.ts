// XML as a stream of the few elements that an importer asks for. No document type, so no entities
// but the five of XML itself; and nothing that is longer than a bound is ever held.
import sax from 'sax'
import { Refused } from '../refused.ts'
import { decoderOf } from './encoding.ts'
import type { Input } from './input.ts'

export interface XmlTag {
  /** Without its prefix: prefixes differ from tool to tool, namespaces do not. */
  readonly name: string
  readonly namespace: string
  /** By their names as written. */
  readonly attributes: Readonly<Record<string, string>>
}

export interface XmlElement extends XmlTag {
  readonly children: readonly (XmlElement | string)[]
}

export type XmlPart =
  | { readonly kind: 'opened'; readonly tag: XmlTag }
  | { readonly kind: 'whole'; readonly element: XmlElement }
  | { readonly kind: 'closed'; readonly tag: XmlTag }

/** An element as a whole once it is closed, only where it opens and closes, or not at all. */
export type XmlWish = 'whole' | 'edges' | undefined

const DEPTH = 200
const ATTRIBUTES = 256
/** The parser gets slices, and for some hostile input takes time by the square of what it holds. */
const SLICE_BYTES = 16 * 1024
const SILENT_CHARACTERS = 64 * 1024
const ELEMENT_CHARACTERS = 4 * 1024 * 1024
const ELEMENT_NODES = 50_000
const ENTITIES = { amp: '&', gt: '>', lt: '<', quot: '"', apos: "'" }

interface Opened {
  readonly tag: XmlTag
  readonly wish: XmlWish
  readonly scope: Readonly<Record<string, string>>
}

interface Growing extends XmlElement {
  readonly children: (Growing | string)[]
}

export async function* xmlPartsOf(
  input: Input,
  wishFor: (tag: XmlTag) => XmlWish,
): AsyncGenerator<XmlPart> {
  const reader = partReader(wishFor)
  let decoder: TextDecoder | undefined
  for await (const chunk of input.open()) {
    decoder ??= decoderOf(chunk)
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES)
      yield* reader.write(decoder.decode(slice, { stream: true }))
    }
  }
  yield* reader.end(decoder?.decode() ?? '')
}

function partReader(wishFor: (tag: XmlTag) => XmlWish) {
  const parser = sax.parser(true, { position: false })
  const opened: Opened[] = []
  /** The element that is being gathered, and those inside it that are still open. */
  const growing: Growing[] = []
  let gathered = { characters: 0, nodes: 0 }
  let attributes = 0
  let roots = 0
  let silence = 0
  let parts: XmlPart[] = []

  parser.ENTITIES = Object.assign(Object.create(null), ENTITIES)
  parser.onerror = ({ message }) => {
    throw new Refused(`it is no whole XML: ${message.split('\n')[0]?.slice(0, 120)}`)
  }
  parser.ondoctype = () => {
    throw new Refused('it is XML with a document type, which is never read')
  }
  parser.onsgmldeclaration = () => {
    throw new Refused('it is XML with a declaration of its own, which is never read')
  }
  parser.oncomment = () => heard()
  parser.onprocessinginstruction = () => heard()
  parser.onattribute = () => {
    if (++attributes > ATTRIBUTES) {
      throw new Refused(`it has a tag with more than ${ATTRIBUTES} attributes; that is no report`)
    }
  }
  parser.onopentag = (raw) => {
    heard()
    attributes = 0
    if (opened.length === DEPTH) throw new Refused(`it is nested more than ${DEPTH} levels deep`)
    if (opened.length === 0 && ++roots > 1) throw new Refused('it is several XML files in one')
    const { tag, scope } = tagOf(raw as sax.Tag, opened.at(-1)?.scope ?? ROOT_SCOPE)
    const wish = growing.length > 0 ? undefined : wishFor(tag)
    opened.push({ tag, wish, scope })
    if (wish === 'edges') parts.push({ kind: 'opened', tag })
    if (growing.length > 0 || wish === 'whole') grow(tag)
  }
  parser.onclosetag = () => {
    heard()
    const { tag, wish } = opened.pop() as Opened
    const element = growing.pop()
    if (wish === 'edges') parts.push({ kind: 'closed', tag })
    if (wish === 'whole') parts.push({ kind: 'whole', element: element as Growing })
  }
  parser.ontext = say
  parser.oncdata = say

  function heard(): void {
    silence = 0
  }

  function grow(tag: XmlTag): void {
    const element: Growing = { ...tag, children: [] }
    if (growing.length === 0) gathered = { characters: 0, nodes: 0 }
    growing.at(-1)?.children.push(element)
    growing.push(element)
    gathered.nodes++
    hold(Object.values(tag.attributes).reduce((sum, { length }) => sum + length, 0))
  }

  function say(text: string): void {
    heard()
    const element = growing.at(-1)
    if (element === undefined) return
    element.children.push(text)
    gathered.nodes++
    hold(text.length)
  }

  function hold(characters: number): void {
    gathered.characters += characters
    if (gathered.characters <= ELEMENT_CHARACTERS && gathered.nodes <= ELEMENT_NODES) return
    throw new Refused(`it has a ${growing[0]?.name} of a size that is no report`)
  }

  function taken(): XmlPart[] {
    const taken = parts
    parts = []
    return taken
  }

  return {
    write(text: string): XmlPart[] {
      silence += text.length
      asRefusal(() => parser.write(text).flush())
      // Texts are flushed: so it is one tag, comment or the like that has no end.
      if (silence > SILENT_CHARACTERS)
        throw new Refused('it has a tag of over 64 KB; that is no report')
      return taken()
    },
    end(text: string): XmlPart[] {
      asRefusal(() => parser.write(text).close())
      if (roots === 0) throw new Refused('it is XML without any element')
      if (opened.length > 0) throw new Refused('it is no whole XML: it was cut')
      return taken()
    },
  }
}

const ROOT_SCOPE: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  xml: 'http://www.w3.org/XML/1998/namespace',
})

/** The parser's own way with namespaces takes a time that grows with the square of their number. */
function tagOf({ name, attributes }: sax.Tag, outer: Readonly<Record<string, string>>) {
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

/** Some names break the parser itself: `hasOwnProperty` as an attribute. */
function asRefusal(parse: () => void): void {
  try {
    parse()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(`it is no whole XML: ${(error as Error).message.slice(0, 120)}`)
  }
}
