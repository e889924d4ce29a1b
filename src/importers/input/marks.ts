// A mark in front of a text says how it is encoded. Windows PowerShell writes UTF-16 with a mark
// where the output of a program goes to a file. All readers expect UTF-8, and no mark.

const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

export const markAt = (start: Uint8Array) =>
  MARKS.find(({ bytes }) => bytes.every((byte, i) => start[i] === byte))

/** The beginning of a file, or all of a small one, by itself. */
export const unmarkedHead = (head: Uint8Array): Uint8Array => readerFrom(head)(head)

/** All bytes of a file. */
export async function* unmarked(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let read: ReturnType<typeof readerFrom> | undefined
  for await (const chunk of chunks) {
    read ??= readerFrom(chunk)
    const bytes = read(chunk)
    // Behind a mark there may be nothing.
    if (bytes.length > 0) yield bytes
  }
}

/** To be called with the first bytes, and then with those that follow. */
function readerFrom(start: Uint8Array): (chunk: Uint8Array) => Uint8Array {
  const mark = markAt(start)
  if (mark === undefined) return (chunk) => chunk
  // What is no UTF-8 stays as it is: a path may be in any encoding.
  if (mark.encoding === 'utf-8') {
    return (chunk) => (chunk === start ? chunk.subarray(mark.bytes.length) : chunk)
  }
  // Takes the mark away by itself.
  const decoder = new TextDecoder(mark.encoding)
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }))
}
