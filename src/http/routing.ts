// Paths match letter for letter once they are decoded; the query string is read as a browser
// writes it, and no encoding of it is an error.
import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'

export const routerOptions: NonNullable<FastifyServerOptions['routerOptions']> = {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: false,
  querystringParser: (text) => new URLSearchParams(text) as never,
}

/** A path that cannot be decoded would leave the ordinary way; it is an unknown path like any other. */
export function decodableUrl(url: string): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '')
    return url
  } catch {
    return '/undecodable'
  }
}

/** Every method that the parser lets through, so that a known path is never a 404. */
export function allMethods(app: FastifyInstance): string[] {
  // CONNECT never arrives as a request.
  const methods = METHODS.filter((method) => method !== 'CONNECT')
  for (const method of methods) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  }
  return methods
}
