// The route of an endpoint: a request becomes a question, and its answer the response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Answers } from '../answers/answers.ts'
import { deadlinePassed } from '../answers/ran-out.ts'
import type { Endpoint } from './endpoints.ts'
import { logFailure } from './log-lines.ts'
import { ClientGone, clientGone, itsTurn, sendBody, sendStream } from './sending.ts'

interface EndpointRoute {
  readonly answers: Answers
  readonly basePath: string
  readonly methods: string[]
  readonly deadlineMs: number
  readonly log: Logger
}

export function addEndpoint(
  app: FastifyInstance,
  { path, question, explainsFailures }: Endpoint,
  { answers, basePath, methods, deadlineMs, log }: EndpointRoute,
): void {
  app.route<{ Querystring: URLSearchParams }>({
    method: methods,
    url: basePath + path,
    config: { explainsFailures },
    handler: async (request, reply) => {
      const asked = question(request.query)
      request.action = asked.ask.split('.')[1] ?? null
      // All that is left to do of a reply; the framework's own way takes as long as all before.
      const begin = () => void reply.hijack()
      try {
        const turn = itsTurn(reply.raw)
        if (turn !== null) await turn
        const arrived = performance.now()
        const answer = await answers.answer(asked, () => clientGone(reply.raw))
        if (answer instanceof Uint8Array) {
          begin()
          sendBody(reply.raw, answer)
          return
        }
        const leftMs = Math.max(0, deadlineMs - (performance.now() - arrived))
        const late = () => deadlinePassed(deadlineMs)
        await sendStream(reply.raw, answer, { begin, leftMs, late })
      } catch (error) {
        if (!reply.sent && !(error instanceof ClientGone)) throw error
        if (!reply.sent) begin()
        breakOff(log, request, reply, error)
      }
    },
  })
}

/** Too late for a status: the connection ends without the sign that all was sent. */
function breakOff(log: Logger, request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  if (!(error instanceof ClientGone)) logFailure(log, request, error)
  reply.raw.destroy()
}
