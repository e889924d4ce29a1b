// Whose word about the user is believed: a unix socket, a loopback address, or a listed network.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { parseNetwork } from '../networks.ts'

export interface Peers {
  /** `address` is the connection's own, never one from a header. */
  isTrusted(address: string | undefined): boolean
  /** Who a request without the header is from: nobody, but in the demo. */
  visitor(request: IncomingMessage): string | null
}

const MOST_KNOWN = 256
const nobody = () => null

const LOOPBACK = ['127.0.0.0/8', '::1/128']

/** Everyone who can open the socket file is let in by its mode, so all of its peers are trusted. */
export const socketPeers: Peers = { isTrusted: () => true, visitor: nobody }

/** Throws what is wrong with a network that cannot be read: nothing fails open. */
export function networkPeers(networks: readonly string[]): Peers {
  const list = new BlockList()
  for (const network of [...LOOPBACK, ...networks]) {
    const { address, prefix, family } = parseNetwork(network)
    list.addSubnet(address, prefix, family)
  }
  /** Requests come from a handful of upstreams, again and again. */
  const known = new Map<string, boolean>()
  return {
    visitor: nobody,
    isTrusted(address) {
      if (address === undefined) return false
      let trusted = known.get(address)
      if (trusted === undefined) {
        if (known.size >= MOST_KNOWN) known.clear()
        trusted = isListed(address)
        known.set(address, trusted)
      }
      return trusted
    },
  }

  function isListed(address: string): boolean {
    // An IPv4 peer of a server that listens on IPv6 shows as ::ffff:10.0.0.1.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Names that lead to this machine only. A page elsewhere that lets its own name lead here has another. */
const LOCAL_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/** The demo's stand-in for an upstream: whoever comes by loopback is signed in as `demo`. */
export const demoPeers = (peers: Peers): Peers => {
  const loopback = networkPeers([])
  return {
    ...peers,
    visitor: ({ socket, headers: { host = '' } }) =>
      loopback.isTrusted(socket.remoteAddress) && LOCAL_HOST.test(host) ? 'demo' : null,
  }
}
