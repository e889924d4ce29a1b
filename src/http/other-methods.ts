// The HTTP parser knows a list of methods, and takes every other word for broken HTTP. Where the rest
// is well formed, it is a request like any other, with a method that is not served.
import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** What the parser adds to an error: the bytes that it had, and how far it got. */
type ParseError = NodeJS.ErrnoException & { rawPacket?: Buffer; bytesParsed?: number }

const TOKEN = "[!#$%&'*+.^_`|~\\dA-Za-z-]+"
const HEAD = new RegExp(
  `^(${TOKEN}) ([!-~]+) HTTP/1\\.([01])\\r\\n((?:${TOKEN}:[^\\0\\r\\n]*\\r\\n)*)\\r\\n`,
)

/**
 * The request that the parser gave up at its method. null where it is broken otherwise, or where its
 * headers have not arrived with it. Good for a refusal and for nothing else: nobody has read its body.
 */
export function withOtherMethod(
  error: NodeJS.ErrnoException,
  socket: Socket,
): IncomingMessage | null {
  const { code, rawPacket, bytesParsed = 0 } = error as ParseError
  if (code !== 'HPE_INVALID_METHOD' || rawPacket === undefined) return null
  // It stopped somewhere in the word; requests that came before may stand in front of it.
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1
  const [, method = '', url = '', minor = '', lines = ''] =
    HEAD.exec(rawPacket.toString('latin1', start)) ?? []
  if (method === '') return null
  const headers = lines.split('\r\n').slice(0, -1).map(nameAndValue)
  return Object.assign(new IncomingMessage(socket), {
    method,
    url,
    httpVersion: `1.${minor}`,
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
  })
}

function nameAndValue(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), VALUE.exec(line.slice(colon + 1))?.[0] ?? '']
}

/** Without the blanks around it. One for these would try anew at each blank, for seconds with 64 kB of them. */
const VALUE = /[^ \t](?:.*[^ \t])?/
