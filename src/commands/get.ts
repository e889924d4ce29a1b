import type { FastifyInstance } from 'fastify'
import { directAnswers } from '../answers/answers.ts'
import { UsageError } from '../errors.ts'
import { buildApp } from '../http/app.ts'
import { networkPeers } from '../http/peers.ts'
import { createLog } from '../log.ts'
import type { Command } from './command.ts'

export const get: Command = {
  name: 'get',
  operands: 'PATH',
  arity: 1,
  summary: 'Answer one request on standard output, without a server.',
  help: `Answers one request as the service would, and prints the body. The exit code is 0 when the
status is 200, else 1.

  secdash get '/api/compliance-scans.php?action=summary'`,
  settings: ['database', 'basePath', 'timezone'],
  async run({ config, operands: [path = ''], terminal }) {
    const log = createLog('warn', terminal.stderr, Date.now)
    const answers = directAnswers({
      ...config,
      clock: Date.now,
      onNotice: (notice) => log.warn(notice, 'data left out'),
    })
    const peers = networkPeers([])
    const app = buildApp({ ...config, answers, log, limits: config, peers, target: path })
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
  try {
    if (!TARGET.test(url)) throw new Error('no target')
    return await app.inject({ method: 'GET', url, headers: { 'x-auth-user-id': 'secdash-get' } })
  } catch {
    // The application answers every path; what is left is a text that cannot be one.
    throw new UsageError(`${JSON.stringify(url)} is not a path such as /api/malware.php`)
  }
}
