// XML as a stream of the few elements that an importer asks for. No document type, so no entities
// but the five of XML itself; and nothing that is longer than a bound is ever held.
import sax from 'sax'
import { NotItsOwn, Refused } from '../refused.ts'
import { type Decode, decodingOf } from './encoding.ts'
import type { Input } from './input.ts'
import { ROOT_SCOPE, type Scope, tagOf, type XmlTag } from './xml-tag.ts'

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
  readonly scope: Scope
}

interface Growing extends XmlElement {
  readonly children: (Growing | string)[]
}

export async function* xmlPartsOf(
  input: Input,
  wishFor: (tag: XmlTag) => XmlWish,
): AsyncGenerator<XmlPart> {
  const reader = partReader(wishFor)
  const text = withLineEnds()
  let decode: Decode | undefined
  for await (const chunk of input.open()) {
    decode ??= decodingOf(chunk)
    for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
      const slice = chunk.subarray(start, start + SLICE_BYTES)
      yield* reader.write(text(decode(slice), false))
    }
  }
  yield* reader.end(text(decode?.() ?? '', true))
}

/** XML has one end of a line, whatever the file has. What may be half of one waits for the next slice. */
function withLineEnds() {
  let held = ''
  return (slice: string, isLast: boolean): string => {
    const text = held + slice
    held = !isLast && text.endsWith('\r') ? '\r' : ''
    return text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
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
    throw new NotItsOwn(`it is no whole XML: ${message.split('\n')[0]?.slice(0, 120)}`)
  }
  parser.ondoctype = () => {
    throw new Refused('it is XML with a document type, which is never read')
  }
  parser.onsgmldeclaration = declared
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
      asRefusal(() => {
        let start = 0
        for (const end of pauses(text)) {
          parser.write(text.slice(start, end))
          start = end
          if ((parser as unknown as { sgmlDecl: string }).sgmlDecl.length >= MARK) declared()
        }
        parser.write(text.slice(start)).flush()
      })
      // Texts are flushed: so it is one tag, comment or the like that has no end.
      if (silence > SILENT_CHARACTERS)
        throw new Refused('a tag in it has over 64 KB; that is no report')
      return taken()
    },
    end(text: string): XmlPart[] {
      asRefusal(() => parser.write(text).close())
      if (roots === 0) throw new Refused('it is XML without any element')
      return taken()
    },
  }
}

/** As long as the marks [CDATA[ and DOCTYPE behind <! are. */
const MARK = 7

/**
 * Where the parser is looked at: behind every <! that may begin a declaration of a document type.
 * It takes a time that grows with the square of its length: minutes for 64 KB.
 */
function* pauses(text: string): Generator<number> {
  yield MARK + 2
  for (let at = text.indexOf('<!'); at !== -1; at = text.indexOf('<!', at + 2)) {
    yield at + MARK + 3
  }
}

function declared(): never {
  throw new Refused('it is XML with a declaration of its own, which is never read')
}

/** Some names break the parser itself: `hasOwnProperty` as an attribute. */
function asRefusal(parse: () => void): void {
  try {
    parse()
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new NotItsOwn(`it is no whole XML: ${(error as Error).message.slice(0, 120)}`)
  }
}
