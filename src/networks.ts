// Addresses and networks as an operator writes them: 10.0.0.5, 10.0.0.0/8, fd00::/64.
import { isIP } from 'node:net'

export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Throws what is wrong: a list that cannot be read must never let anyone in. */
export function parseNetwork(text: string): Network {
  const [address = '', prefixText, ...more] = text.split('/')
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  const prefix = prefixText === undefined ? longest : Number(prefixText)
  const readable =
    version !== 0 &&
    !address.includes('%') &&
    more.length === 0 &&
    (prefixText === undefined || /^\d{1,3}$/.test(prefixText)) &&
    prefix <= longest
  if (!readable) throw new RangeError(`${text} is not an address or network`)
  if (prefix === 0) throw new RangeError(`${text} would trust everyone`)
  return { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' }
}
