// Addresses and networks as an operator writes them: 10.0.0.5, 10.0.0.0/8, fd00::/64.
import { BlockList, isIP } from 'node:net'

interface Network {
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
  const network: Network = { address, prefix, family: version === 6 ? 'ipv6' : 'ipv4' }
  if (prefix === 0 || holdsAllOfIpv4(network)) {
    throw new RangeError(`${text} would trust everyone`)
  }
  return network
}

/** Every IPv4 address has an IPv6 form in ::ffff:0:0/96, and is looked up as such, too. */
function holdsAllOfIpv4({ address, prefix, family }: Network): boolean {
  const list = new BlockList()
  list.addSubnet(address, prefix, family)
  return family === 'ipv6' && prefix <= 96 && list.check('::ffff:0:0', 'ipv6')
}
