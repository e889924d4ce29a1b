// XML says itself how it is encoded, or its first bytes do.
import { Refused } from '../refused.ts'
import { markAt } from './marks.ts'

const DECLARED = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/

/** By the first bytes of a file: a mark, a NUL beside the first character, or its declaration. */
export function decoderOf(start: Uint8Array): TextDecoder {
  const mark = markAt(start)
  if (mark !== undefined) return new TextDecoder(mark.encoding)
  const [first, second] = start
  if (second === 0) return new TextDecoder('utf-16le')
  if (first === 0) return new TextDecoder('utf-16be')
  const name = DECLARED.exec(Buffer.from(start.subarray(0, 400)).toString('latin1'))?.[1] ?? 'utf-8'
  // It was UTF-16 until someone converted it.
  if (/^utf-?16/i.test(name)) return new TextDecoder()
  try {
    return new TextDecoder(name)
  } catch {
    throw new Refused(`it is XML in the unknown encoding ${name}`)
  }
}
