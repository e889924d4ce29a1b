import { describe, expect, it } from 'vitest'
import { type XmlPart, type XmlWish, xmlPartsOf } from '../../src/importers/input/xml.ts'
import { Refused } from '../../src/importers/refused.ts'
import { memoryInput } from '../support/memory-input.ts'

const wishes: Readonly<Record<string, XmlWish>> = { item: 'whole', box: 'edges' }

async function partsOf(content: string | Uint8Array): Promise<XmlPart[]> {
  const parts: XmlPart[] = []
  const wishFor = ({ name }: { name: string }) => wishes[name]
  for await (const part of xmlPartsOf(memoryInput('x.xml', content), wishFor)) parts.push(part)
  return parts
}

/** The text of the only item. */
async function itemText(content: string | Uint8Array): Promise<string> {
  const [part] = await partsOf(content)
  if (part?.kind !== 'whole') throw new Error('there is no item')
  return part.element.children.join('')
}

const refusal = async (content: string | Uint8Array): Promise<string> => {
  const error = await partsOf(content).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(Refused)
  return (error as Refused).message
}

describe('what is read', () => {
  it('gives wanted elements as a whole, and edges only as edges', async () => {
    expect(await partsOf('<a><box b="1">skip<item c="2">x<i>y</i>z</item></box></a>')).toEqual([
      { kind: 'opened', tag: { name: 'box', namespace: '', attributes: { b: '1' } } },
      {
        kind: 'whole',
        element: {
          name: 'item',
          namespace: '',
          attributes: { c: '2' },
          children: ['x', { name: 'i', namespace: '', attributes: {}, children: ['y'] }, 'z'],
        },
      },
      { kind: 'closed', tag: { name: 'box', namespace: '', attributes: { b: '1' } } },
    ])
  })

  it('has one end of a line, wherever the file is divided into slices', async () => {
    for (const pad of [0, 16_377, 16_378, 16_379, 16_380]) {
      const xml = `<a>${' '.repeat(pad)}<item>1\r\n2\r3\n\r</item></a>`
      expect(await itemText(xml), String(pad)).toBe('1\n2\n3\n\n')
    }
  })

  it('has each character whole, wherever the file is divided into slices', async () => {
    for (let pad = 16_370; pad < 16_384; pad++) {
      const xml = `\ufeff<a>${' '.repeat(pad)}<item>é€😀</item></a>`
      expect(await itemText(Buffer.from(xml)), String(pad)).toBe('é€😀')
    }
  })

  it('does not ask for what is inside a wanted element', async () => {
    const parts = await partsOf('<a><item><item/><box/></item></a>')
    expect(parts.map(({ kind }) => kind)).toEqual(['whole'])
  })

  it('knows namespaces by their address, whatever the prefix and wherever it is bound', async () => {
    const xml = `<a xmlns="urn:a" xmlns:p="urn:p"><p:item/><item/><item xmlns="urn:c"/>
      <p:item xmlns:p="urn:q"/><p:item/><q:item/></a>`
    const parts = await partsOf(xml)
    const namespaces = parts.map((it) => (it.kind === 'whole' ? it.element.namespace : null))
    expect(namespaces).toEqual(['urn:p', 'urn:a', 'urn:c', 'urn:q', 'urn:p', ''])
  })

  it('takes prefixes that objects know for what they are', async () => {
    const [proto, odd] = await partsOf(
      '<a xmlns:__proto__="urn:1" xmlns:xml="http://www.w3.org/XML/1998/namespace">' +
        '<__proto__:item/><constructor:item/></a>',
    )
    expect(proto).toMatchObject({ element: { namespace: 'urn:1' } })
    expect(odd).toMatchObject({ element: { namespace: '' } })
  })

  it('reads CDATA, the five entities and numbered characters', async () => {
    const xml = '<item>&lt;&amp;&#x41;&#66;&quot;&apos;&gt;<![CDATA[<b>&amp;]]></item>'
    expect(await itemText(xml)).toBe('<&AB"\'><b>&amp;')
  })

  it('reads the same whatever the size of the pieces that it comes in', async () => {
    const text = `é€${'x'.repeat(70_000)}&amp;${'<![CDATA[y]]>'.repeat(2000)}`
    expect(await itemText(`<item>${text}</item>`)).toBe(
      `é€${'x'.repeat(70_000)}&${'y'.repeat(2000)}`,
    )
  })
})

describe('encodings', () => {
  const text = '<item>Prüfung</item>'

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(`<?xml version="1.0"?>${text}`, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['big-endian UTF-16 without a mark', Buffer.from(text, 'utf16le').swap16()],
    [
      'Latin-1 as declared',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1'),
    ],
    [
      'UTF-8 that still declares UTF-16',
      Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${text}`),
    ],
  ])('reads %s', async (_, bytes) => {
    expect(await itemText(bytes)).toBe('Prüfung')
  })

  it('shows bytes that are no text', async () => {
    const xml = (text: string) => Buffer.from(`<item>${text}</item>`, 'latin1')
    expect(await itemText(xml('a\xe9b\xf0'))).toBe('a\\xE9b\\xF0')
    const declared = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?>')
    expect(await itemText(Buffer.concat([declared, xml('caf\xe9')]))).toBe('café')
  })

  it('refuses an encoding that nobody knows', async () => {
    const xml = '<?xml version="1.0" encoding="x-none"?><item/>'
    expect(await refusal(xml)).toBe('it is XML in the unknown encoding x-none')
  })
})

describe('what is refused', () => {
  it.each([
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1/">]><a>&x;</a>'],
  ])('a document type: %s', async (xml) => {
    expect(await refusal(xml)).toBe('it is XML with a document type, which is never read')
  })

  it('declarations inside of the document', async () => {
    expect(await refusal('<a><!ENTITY x "y"></a>')).toMatch(/declaration of its own/)
  })

  it.each(['&nbsp;', '&constructor;', '&toString;', '&x;', '&#0;', '&#xD800;', '&#x110000;'])(
    'the entity %s',
    async (entity) => {
      expect(await refusal(`<item>${entity}</item>`)).toMatch(/Invalid character entity/)
    },
  )

  it.each([
    ['', 'it is XML without any element'],
    ['<?xml version="1.0"?>\n<!-- nothing -->', 'it is XML without any element'],
    ['<a>', 'it is no whole XML: Unclosed root tag'],
    ['<a><item>x', 'it is no whole XML: Unclosed root tag'],
    ['<a b="', 'it is no whole XML: Unexpected end'],
    ['<a/><b>', 'it is several XML files in one'],
    ['<a/>\n<?xml version="1.0"?><a/>', 'it is several XML files in one'],
    ['<a></b>', 'it is no whole XML: Unexpected close tag'],
    ['plain text', 'it is no whole XML: Non-whitespace before first tag.'],
    ['{"a": 1}', 'it is no whole XML: Non-whitespace before first tag.'],
    ['<a/>x', 'it is no whole XML: Text data outside of root node.'],
  ])('%j', async (xml, reason) => {
    expect(await refusal(xml)).toBe(reason)
  })

  it('a tag that breaks the parser itself', async () => {
    expect(await refusal('<a hasOwnProperty="1" b="2"/>')).toMatch(/^it is no whole XML: /)
  })

  it('elements nested more than 200 levels deep', async () => {
    expect(await partsOf('<a>'.repeat(200) + '</a>'.repeat(200))).toEqual([])
    expect(await refusal('<a>'.repeat(201) + '</a>'.repeat(201))).toMatch(/200 levels/)
  })

  it('a tag with more attributes than any report has', async () => {
    const attributes = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ')
    expect(await partsOf(`<a ${attributes(256)}/>`)).toEqual([])
    expect(await refusal(`<a ${attributes(257)}/>`)).toMatch(/more than 256 attributes/)
  })

  it('counts the attributes of each tag for itself', async () => {
    const tag = `<b ${Array.from({ length: 200 }, (_, index) => `a${index}=""`).join(' ')}/>`
    expect(await partsOf(`<a>${tag}${tag}</a>`)).toEqual([])
  })
})

/** What never ends is refused long before all of it was read. */
describe('what has no end', () => {
  async function readUntilRefused(start: string, more: string): Promise<number> {
    let bytes = 0
    const input = {
      ...memoryInput('endless', start),
      async *open() {
        yield Buffer.from(start)
        const chunk = Buffer.from(more.repeat(Math.ceil(65_536 / more.length)))
        for (; bytes < 2 ** 31; bytes += chunk.length) yield chunk
      },
    }
    const wishFor = ({ name }: { name: string }) => wishes[name]
    await expect(async () => {
      for await (const _ of xmlPartsOf(input, wishFor));
    }).rejects.toThrow(Refused)
    return bytes
  }

  it.each([
    ['an attribute', '<a b="', 'x'],
    ['the name of a tag', '<a', 'x'],
    ['the name of an attribute', '<a b', 'x'],
    ['white space in a tag', '<a ', ' '],
    ['attributes of the same name', '<a ', 'b="" '],
    ['a comment', '<a><!--', 'x'],
    ['an instruction', '<a><?x ', 'x'],
    ['a document type', '<!DOCTYPE a [', 'x'],
    ['a declaration', '<a><!', 'x'],
    ['an entity', '<a>&', 'x'],
    ['white space before the document', '', ' '],
    ['nesting', '', '<a>'],
  ])('%s', async (_, start, more) => {
    expect(await readUntilRefused(start, more)).toBeLessThanOrEqual(256 * 1024)
  })

  it.each([
    ['the text of a wanted element', '<item>', 'x'],
    ['CDATA in a wanted element', '<item><![CDATA[', 'x'],
    ['the parts of a wanted element', '<item>', '<b/>'],
    ['attributes in a wanted element', '<item>', `<b c="${'x'.repeat(60_000)}"/>`],
  ])('%s', async (_, start, more) => {
    expect(await readUntilRefused(start, more)).toBeLessThanOrEqual(5 * 1024 * 1024)
  })

  it('but text that nobody wants may be as long as it likes', async () => {
    const xml = `<a>${'text '.repeat(400_000)}<![CDATA[${'x'.repeat(2_000_000)}]]><item/></a>`
    expect(await partsOf(xml)).toHaveLength(1)
  })
})
