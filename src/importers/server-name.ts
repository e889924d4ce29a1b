// One rule for every tool: the API can only select names of letters, digits, _ and -.
import { isIPv6 } from 'node:net'
import { NAME_LENGTH } from '../names.ts'

/**
 * `web01.example.org` is web01, `https://shop.example/` is shop, an address keeps all its parts,
 * and every other character becomes a dash. Null when nothing is left.
 */
export function serverNameOf(host: string): string | null {
  const bare = host
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^[^@]*@/, '')
  // The last group of an address that is written out looks like a port.
  const whole = /^[\d.]+(?::\d+)?$/.test(bare) || bare.includes('::') || isIPv6(bare)
  const label = whole ? bare : (bare.replace(/:\d+$/, '').split('.')[0] ?? '')
  const name = label.replace(/[^a-zA-Z0-9_-]+/g, '-').slice(0, NAME_LENGTH)
  return /[a-zA-Z0-9]/.test(name) ? name : null
}
