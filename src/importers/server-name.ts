// One rule for every tool: the API can only select names of letters, digits, _ and -.
import { isIPv6 } from 'node:net'
import { NAME_LENGTH } from '../names.ts'
import { artifactOf } from './artifact.ts'
import { nameOf } from './selectable-names.ts'

/**
 * `web01.example.org` is web01, `https://shop.example/` is shop, an address and what is no machine
 * keep all their parts, and every other character becomes a dash. Null when nothing is left.
 */
export function serverNameOf(host: string): string | null {
  const artifact = artifactOf(host)
  if (artifact !== null) return nameOf(artifact.name)
  const bare = bareOf(host)
  const label = isAddress(bare) ? bare : (withoutPort(bare).split('.')[0] ?? '')
  const name = label.replace(/[^a-zA-Z0-9_-]+/g, '-').slice(0, NAME_LENGTH)
  return /[a-zA-Z0-9]/.test(name) ? name : null
}

/** The host alone, with its domain: `https://Shop.example:8443/blog` is shop.example. What is no machine has its kind in front. */
export function hostNameOf(host: string): string {
  const artifact = artifactOf(host)
  if (artifact !== null) return `${artifact.kind} ${artifact.name}`
  const bare = bareOf(host)
  const name = isAddress(bare) ? bare : withoutPort(bare)
  return name.replace(/\.$/, '').toLowerCase()
}

const bareOf = (host: string): string =>
  host
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^[^@]*@/, '')

/** The last group of one that is written out looks like a port. */
const isAddress = (bare: string): boolean =>
  /^[\d.]+(?::\d+)?$/.test(bare) || bare.includes('::') || isIPv6(bare)

const withoutPort = (bare: string): string => bare.replace(/:\d+$/, '')
