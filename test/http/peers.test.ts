// Whose word is believed. `remoteAddress` is the address of the connection itself.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { networkPeers } from '../../src/http/peers.ts'
import { configOf } from '../../src/settings/config.ts'
import { testApp } from '../support/listening.ts'
import { ipv4Text, ipv6Text, networkHolds } from '../support/network-arithmetic.ts'

const trusts = (networks: string[], address: string) => networkPeers(networks).isTrusted(address)

async function statusFrom(remoteAddress: string, networks: string[] = [], headers = {}) {
  const { app } = await testApp({ peers: networkPeers(networks) })
  const { statusCode, body } = await app.inject({
    url: '/api/malware.php',
    remoteAddress,
    headers: { 'x-auth-user-id': 'tester', ...headers },
  })
  return [statusCode, statusCode === 401 ? body : '']
}

describe('without a list', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'])(
    'the loopback address %s is believed',
    async (address) => {
      expect(await statusFrom(address)).toEqual([200, ''])
    },
  )

  it.each([
    ['10.0.0.1'],
    ['126.255.255.255'],
    ['128.0.0.0'],
    ['192.168.1.1'],
    ['0.0.0.0'],
    ['::'],
    ['::2'],
    ['fe80::1'],
    ['2001:db8::1'],
    ['::ffff:10.0.0.1'],
    ['::127.0.0.1'],
  ])('%s gets the same 401 as a request without the header', async (address) => {
    expect(await statusFrom(address)).toEqual([401, '{"error":"Unauthorized"}'])
  })

  it('a forwarded address in a header changes nothing', async () => {
    const claims = {
      'x-forwarded-for': '127.0.0.1',
      'x-real-ip': '127.0.0.1',
      forwarded: 'for=127.0.0.1',
    }
    expect((await statusFrom('10.0.0.1', [], claims))[0]).toBe(401)
    expect((await statusFrom('127.0.0.1', [], { 'x-forwarded-for': '10.0.0.1' }))[0]).toBe(200)
  })

  it('a connection whose address is not known is not believed', () => {
    expect(networkPeers(['10.0.0.0/8']).isTrusted(undefined)).toBe(false)
    expect(trusts([], '')).toBe(false)
    expect(trusts([], 'localhost')).toBe(false)
  })
})

describe('a list of trusted upstreams', () => {
  it('adds to loopback and does not replace it', async () => {
    expect((await statusFrom('10.0.0.5', ['10.0.0.5']))[0]).toBe(200)
    expect((await statusFrom('127.0.0.1', ['10.0.0.5']))[0]).toBe(200)
    expect((await statusFrom('10.0.0.6', ['10.0.0.5']))[0]).toBe(401)
  })

  it('without a prefix names one address alone, of IPv6 too', () => {
    expect(trusts(['10.0.0.5'], '10.0.0.5')).toBe(true)
    expect(trusts(['10.0.0.5'], '10.0.0.4')).toBe(false)
    expect(trusts(['fd00::5'], 'fd00::5')).toBe(true)
    expect(trusts(['fd00::5'], 'fd00::4')).toBe(false)
    expect(trusts(['fd00::5'], 'fd00::1:5')).toBe(false)
  })

  it.each([
    ['10.1.2.0/23', ['10.1.2.0', '10.1.3.255'], ['10.1.1.255', '10.1.4.0']],
    ['10.1.3.77/23', ['10.1.2.0', '10.1.3.255'], ['10.1.1.255', '10.1.4.0']],
    ['10.0.0.0/1', ['0.0.0.1', '126.0.0.1'], ['128.0.0.0', '255.255.255.255']],
    ['10.0.0.4/31', ['10.0.0.4', '10.0.0.5'], ['10.0.0.3', '10.0.0.6']],
    ['10.0.0.4/32', ['10.0.0.4'], ['10.0.0.3', '10.0.0.5']],
    ['fd00::/64', ['fd00::', 'fd00::ffff:ffff:ffff:ffff'], ['fd00:0:0:1::', 'fcff::1']],
    ['fd00::1/127', ['fd00::', 'fd00::1'], ['fd00::2']],
  ])('%s holds its first and last address and none beyond', (network, inside, outside) => {
    for (const address of inside) expect(trusts([network], address), address).toBe(true)
    for (const address of outside) expect(trusts([network], address), address).toBe(false)
  })

  it('of IPv4 also holds the peer as a server that listens on IPv6 sees it', async () => {
    expect((await statusFrom('::ffff:10.0.0.5', ['10.0.0.0/8']))[0]).toBe(200)
    expect((await statusFrom('::FFFF:10.0.0.5', ['10.0.0.0/8']))[0]).toBe(200)
    expect((await statusFrom('::ffff:11.0.0.5', ['10.0.0.0/8']))[0]).toBe(401)
    expect(trusts(['10.0.0.0/8'], '::10.0.0.5')).toBe(false)
  })

  it('holds a link-local peer whatever its interface', () => {
    expect(trusts(['fe80::/64'], 'fe80::1%eth0')).toBe(true)
    expect(trusts(['fe80::/64'], 'fe80:0:0:1::1%eth0')).toBe(false)
  })

  it.each([
    '0.0.0.0/0',
    '10.0.0.0/0',
    '10.0.0.0/00',
    '::/0',
    'fd00::/0',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/95',
    '::/64',
  ])('that would trust everyone is refused: %s', (network) => {
    expect(() => networkPeers([network])).toThrow('would trust everyone')
    expect(() => configOf({ 'trusted-upstreams': network }, {})).toThrow('--trusted-upstreams')
  })

  it.each([
    'proxy.example.com',
    'localhost',
    '10.0.0',
    '10.0.0.256',
    '10.0.0.0.0',
    '010.0.0.1',
    '0x0a.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8.0',
    '10.0.0.0/ 8',
    '10.0.0.0/0x8',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '/8',
    '*',
    'fd00::/129',
    'fe80::1%eth0',
    '[fd00::1]',
    '10.0.0.1:80',
    '10.0.0.1 10.0.0.2',
    '10.0.0.1;10.0.0.2',
    ',',
    '10.0.0.1,',
    '10.0.0.1,,10.0.0.2',
  ])('that cannot be read stops the start: %s', (text) => {
    expect(() => configOf({ 'trusted-upstreams': text }, {})).toThrow('--trusted-upstreams')
    expect(() => networkPeers(text.split(','))).toThrow()
  })
})

const address = fc.oneof(
  fc.bigInt(0n, 2n ** 32n - 1n).map(ipv4Text),
  fc.bigInt(0n, 2n ** 128n - 1n).map(ipv6Text),
  // Near each other, so that some lie inside and some just outside.
  fc.bigInt(0x0a000000n, 0x0a00000fn).map(ipv4Text),
  fc.bigInt(0xfd00n << 112n, (0xfd00n << 112n) + 15n).map(ipv6Text),
)
const network = fc
  .tuple(address, fc.nat(128))
  .map(([it, prefix]) => `${it}/${it.includes(':') ? Math.max(97, prefix) : 1 + (prefix % 32)}`)

it('of generated lists and addresses exactly those inside a listed network are believed', () => {
  fc.assert(
    fc.property(fc.array(network, { maxLength: 4 }), address, (networks, peer) => {
      const listed = ['127.0.0.0/8', '::1/128', ...networks]
      const expected = listed.some((it) => networkHolds(it, peer))
      expect(trusts(networks, peer)).toBe(expected)
    }),
    { numRuns: 3000, seed: 6 },
  )
})

it('no text, however broken, makes a list that lets in an address it does not hold', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:/, %*'), maxLength: 20 }),
    fc.tuple(address, fc.string({ maxLength: 4 })).map(([it, more]) => `${it}/${more}`),
  )
  fc.assert(
    fc.property(text, address, (list, peer) => {
      fc.pre(!networkHolds('127.0.0.0/8', peer))
      let networks: readonly string[]
      try {
        networks = configOf({ 'trusted-upstreams': list }, {}).trustedUpstreams
      } catch {
        return
      }
      const held = networks.some((it) => networkHolds(it, peer))
      expect(networkPeers(networks).isTrusted(peer)).toBe(held)
    }),
    { numRuns: 5000, seed: 7 },
  )
})
