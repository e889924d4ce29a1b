// Builds the HTTP application. `serve` lets it listen; tests and `get` hand it requests directly.
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Answers } from '../answers/answers.ts'
import { Refusal } from '../errors.ts'
import { admit } from './admission.ts'
import { type Asker, type RefusedRequest, refusedAs } from './auth.ts'
import { refuseBroken } from './broken.ts'
import { refuseConnects } from './connect.ts'
import { addDashboard, isLostVisitor, sendPage } from './dashboard.ts'
import type { Dashboard } from './dashboard-files.ts'
import { addEndpoint } from './endpoint-route.ts'
import { ENDPOINTS } from './endpoints.ts'
import { type Limits, limitConnections, serverOptions } from './limits.ts'
import { logBroken, logFailure, logFlood, logFull, logRefused, logWhenDone } from './log-lines.ts'
import { withOtherMethod } from './other-methods.ts'
import type { Peers } from './peers.ts'
import { pipelining } from './pipelining.ts'
import { requestIds } from './request-ids.ts'
import { errorResponse, HEADERS } from './responses.ts'
import { allMethods, routableUrl, routerOptions } from './routing.ts'

export interface AppOptions {
  readonly answers: Answers
  readonly peers: Peers
  readonly basePath: string
  readonly limits: Limits
  readonly log: Logger
  /** What every request asks for, letter for letter, where who hands it over would tidy it up. */
  readonly target?: string
  /** None: then there are the endpoints and nothing else. */
  readonly builtDashboard?: Dashboard | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that was looked at. */
    asker: Asker | null
    /** Which action of the compliance endpoint, once that is understood. */
    action: string | null
  }
  interface FastifyContextConfig {
    explainsFailures?: boolean
  }
}

export function buildApp(options: AppOptions): FastifyInstance {
  const { answers, peers, basePath, limits, log, target, builtDashboard = null } = options
  const newId = requestIds()
  const isCutOff = pipelining((socket) => logFlood(log, socket))
  const app = Fastify({
    ...serverOptions(limits),
    routerOptions,
    // To load the framework's own would be a third of the start.
    schemaController: { compilersFactory: { buildValidator: none, buildSerializer: none } },
    rewriteUrl: ({ url = '/' }) => routableUrl(target ?? url),
    requestIdHeader: false,
    genReqId: newId,
    forceCloseConnections: 'idle',
    // While it stops, it still answers what comes in on open connections, and closes them.
    return503OnClosing: false,
    clientErrorHandler(error, socket) {
      const request = withOtherMethod(error, socket)
      const refused = request && otherMethod(request)
      const refusing = refuseBroken(error, socket, refused?.refusing)
      if (refusing === null) return
      if (request && refused) logRefused(log, newId(), request, refused)
      else logBroken(log, refusing, error)
    },
    // What the router refuses by itself passes no hook, and has no members of ours.
    frameworkErrors(error, request, reply) {
      if (isCutOff(reply.raw)) return
      Object.assign(request, { asker: null, action: null })
      try {
        receive(request, reply)
        throw error
      } catch (first) {
        answerError(first, request, reply)
      }
    },
  })
  const { maxConnections } = limits
  limitConnections(app.server, maxConnections, () => logFull(log, maxConnections))
  // No limit by number, their size has one: older Nodes drop further lines without a word, and with
  // them a second user id.
  app.server.maxHeadersCount = 0
  refuseConnects(app.server, peers, (request, refused) =>
    logRefused(log, newId(), request, refused),
  )
  // An Expect is no reason to refuse a GET, nor to ask for a body that would not be read.
  for (const event of ['checkContinue', 'checkExpectation']) {
    app.server.on(event, (...request) => app.server.emit('request', ...request))
  }

  app.decorateRequest('asker', null)
  app.decorateRequest('action', null)
  // A hook of the root, so that no path, method or body slips past it.
  app.addHook('onRequest', (request, reply, done) => {
    if (isCutOff(reply.raw)) return
    receive(request, reply)
    done()
  })
  const methods = allMethods(app)
  app.setErrorHandler(answerError)

  const { deadlineMs } = limits
  for (const endpoint of ENDPOINTS) {
    addEndpoint(app, endpoint, { answers, basePath, methods, deadlineMs, log })
  }
  if (builtDashboard !== null) addDashboard(app, { dashboard: builtDashboard, basePath, methods })
  return app

  function otherMethod(request: IncomingMessage): RefusedRequest {
    const served = app.findRoute({ method: 'GET', url: routableUrl(request.url ?? '/') }) !== null
    return refusedAs(served ? 'methodNotAllowed' : 'notFound', request, peers)
  }

  function receive(request: FastifyRequest, reply: FastifyReply) {
    logWhenDone(log, request, reply)
    admit(request, reply, peers)
  }

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    if (builtDashboard !== null && isNotFound(error) && isLostVisitor(request, basePath)) {
      return sendPage(request, reply.code(404), { dashboard: builtDashboard, basePath, methods })
    }
    const explains = request.routeOptions.config.explainsFailures === true
    const { status, headers, body } = errorResponse(error, explains)
    if (status === 500) logFailure(log, request, error)
    return reply
      .code(status)
      .headers({ ...HEADERS, ...headers })
      .send(body)
  }
}

function none(): never {
  throw new Error('routes have no schemas')
}

const isNotFound = (error: unknown): boolean =>
  error instanceof Refusal && error.refusing === 'notFound'
