// The dashboard's pages and files, where the setting asks for them. They are behind the same checks
// as the endpoints: who asks comes first.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Dashboard, pageAt } from './dashboard-files.ts'
import { HEADERS } from './responses.ts'

/** The addresses of the views; the page itself finds out which one it is at. */
export const VIEWS = ['/', '/malware', '/compliance', '/findings', '/servers/:name']

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text from reports can never become markup, whatever a library does.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const PAGE_HEADERS = {
  ...HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
}

const { 'content-type': _, ...NO_BODY } = HEADERS

/** For whoever is signed in and nobody else, for ever: another content has another name. */
const ASSET_CACHING = 'private, max-age=31536000, immutable'

/** Named, and not with a weight of nothing. */
const TAKES_GZIP = /(?:^|[,\s])gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i

interface DashboardRoutes {
  readonly dashboard: Dashboard
  readonly basePath: string
  readonly methods: string[]
}

export function addDashboard(app: FastifyInstance, routes: DashboardRoutes): void {
  const { dashboard, basePath, methods } = routes
  for (const view of VIEWS) {
    app.route({
      method: methods,
      url: basePath + view,
      handler: (request, reply) => sendPage(request, reply, routes),
    })
  }
  if (basePath !== '') {
    // Relative, for what a proxy may have put in front.
    const below = `${basePath.slice(basePath.lastIndexOf('/') + 1)}/`
    app.route({
      method: methods,
      url: basePath,
      handler: (_, reply) =>
        reply
          .code(308)
          .headers({ ...NO_BODY, location: below })
          .send(),
    })
  }
  for (const [path, { type, bytes, gzipped }] of dashboard.assets) {
    app.route({
      method: methods,
      url: basePath + path,
      handler(request, reply) {
        const smaller = TAKES_GZIP.test(String(request.headers['accept-encoding'])) ? gzipped : null
        reply.headers({ ...HEADERS, 'content-type': type, 'cache-control': ASSET_CACHING })
        if (gzipped !== null) reply.header('vary', 'accept-encoding')
        if (smaller !== null) reply.header('content-encoding', 'gzip')
        return reply.send(smaller ?? bytes)
      },
    })
  }
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { dashboard, basePath }: DashboardRoutes,
): FastifyReply {
  const below = pathOf(request).slice(basePath.length + 1)
  return reply.headers(PAGE_HEADERS).send(pageAt(dashboard, below.split('/').length - 1))
}

/** A person who followed a link to nowhere sees a page; a program gets the JSON of any 404. */
export function isLostVisitor(request: FastifyRequest, basePath: string): boolean {
  const path = pathOf(request)
  const isBelow =
    path.startsWith(`${basePath}/`) && !/^\/api(\/|$)/.test(path.slice(basePath.length))
  return isBelow && /\btext\/html\b/.test(String(request.headers.accept))
}

const pathOf = ({ url }: FastifyRequest): string => url.replace(/[?#].*$/s, '')
