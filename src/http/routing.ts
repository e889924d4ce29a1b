// Paths match letter for letter once they are decoded; the query string is read as a browser
// writes it, and no encoding of it is an error.
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import { NAME_LENGTH } from '../names.ts'

/** Nobody writes into it. */
const NOTHING = new URLSearchParams()

export const routerOptions: NonNullable<FastifyServerOptions['routerOptions']> = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  // As long as the name of a server may be. The default is shorter.
  maxParamLength: NAME_LENGTH,
  querystringParser: (text) => (text === '' ? NOTHING : new URLSearchParams(`?${text}`)) as never,
}

/** A path without anything to decode, and a query that is looked at later. */
const PLAIN = /^\/[\w./-]*(\?|$)/

/**
 * What the router would refuse in words of its own, before the 401, becomes an unknown path like
 * any other: a path that cannot be decoded, or a target that has none.
 */
export function routableUrl(url: string): string {
  if (PLAIN.test(url)) return url
  // A proxy may send the whole address: http://host/path
  const target = url.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')
  return PATH.test(target) && isDecodable(target) ? target : '/unroutable'
}

/** No client sends a fragment; the router would take it for the query. */
const PATH = /^\/[^?#]*(\?|$)/

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.replace(/\?.*$/s, ''))
    return true
  } catch {
    return false
  }
}

/** All others are refused with a 405. */
export const SERVED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Every method that the parser lets through, so that a known path is never a 404. */
export function allMethods(app: FastifyInstance): string[] {
  // CONNECT never arrives as a request.
  const methods = METHODS.filter((method) => method !== 'CONNECT')
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return methods
}
