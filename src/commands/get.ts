import type { FastifyInstance } from 'fastify'
import { directAnswers } from '../answers/direct.ts'
import { Failure, UsageError } from '../errors.ts'
import { buildApp } from '../http/app.ts'
import { networkPeers } from '../http/peers.ts'
import { createLog } from '../log.ts'
import { visible } from '../visible.ts'
import type { Command } from './command.ts'
import { faultBehind } from './database-fault.ts'

export const get: Command = {
  name: 'get',
  operands: 'PATH',
  summary: 'Answer one request on standard output, without a server.',
  help: `Answers one request as the service would, and prints the body. The exit code is 0 when the
status is 200, else 1. On a server --deadline bounds each statement; it bounds nothing else here.

  secdash get '/api/compliance-scans.php?action=summary'`,
  settings: ['database', 'basePath', 'timezone', 'deadlineMs'],
  async run({ config, operands: [path = ''], terminal }) {
    const log = createLog('warn', terminal.stderr, Date.now)
    const answers = directAnswers({
      ...config,
      clock: Date.now,
      onNotice: ({ problem, where }) => log.warn({ problem, where }, 'data left out'),
    })
    const peers = networkPeers([])
    const tell = (error: unknown) => {
      if (error instanceof Failure && error.kind !== 'defect') {
        const { problem, fix } = faultBehind(error, config.database)
        terminal.stderr.write(`secdash: ${visible(`there is no answer: ${problem}. ${fix}`)}\n`)
      }
      throw error
    }
    const answer: typeof answers.answer = (question) => answers.answer(question).catch(tell)
    const asked = { ...answers, answer }
    const app = buildApp({ ...config, answers: asked, log, limits: config, peers, target: path })
    try {
      const { statusCode, body } = await ask(app, path)
      terminal.stdout.write(`${body}\n`)
      return statusCode === 200 ? 0 : 1
    } finally {
      await app.close()
      await answers.close()
    }
  },
}

/** A path, or the whole address: a request over HTTP can have no other. */
const TARGET = /^(\/|https?:\/\/)/i

async function ask(app: FastifyInstance, url: string) {
  if (!TARGET.test(url)) throw noPath(url)
  const request = { method: 'GET', url, headers: { 'x-auth-user-id': 'secdash-get' } } as const
  return app.inject(request).catch((error) => {
    throw error.code === 'ERR_INVALID_URL' ? noPath(url) : error
  })
}

const noPath = (url: string) =>
  new UsageError(`${JSON.stringify(url)} is not a path such as /api/malware.php`)
