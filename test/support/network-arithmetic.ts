// Whether a network holds an address, worked out with whole numbers: a second opinion.
import { isIPv4 } from 'node:net'

export const ipv4Text = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')

export const ipv6Text = (value: bigint): string =>
  Array.from({ length: 8 }, (_, i) =>
    ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16),
  ).join(':')

/** All addresses as IPv6 numbers; IPv4 has its place in ::ffff:0:0/96. */
function numberOf(address: string): bigint {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) {
    return plain.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0xffffn)
  }
  const [left = '', right] = plain.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').flatMap(groupValues))
  const head = groups(left)
  const tail = right === undefined ? [] : groups(right)
  const zeros = right === undefined ? [] : Array<bigint>(8 - head.length - tail.length).fill(0n)
  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65536n + group, 0n)
}

/** The last 32 bits may be written as IPv4. */
function groupValues(text: string): bigint[] {
  if (!isIPv4(text)) return [BigInt(`0x${text}`)]
  const [a = 0n, b = 0n, c = 0n, d = 0n] = text.split('.').map(BigInt)
  return [a * 256n + b, c * 256n + d]
}

export function networkHolds(network: string, address: string): boolean {
  const [base = '', length] = network.split('/')
  const bits = isIPv4(base) ? 32 : 128
  const shift = BigInt(bits - Number(length ?? bits))
  return numberOf(base) >> shift === numberOf(address) >> shift
}
