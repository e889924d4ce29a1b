// Nothing that comes from outside can forge, break or colour a line of the log.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src/errors.ts'
import { createLog } from '../../src/log.ts'
import { anyCharacter } from '../support/any-character.ts'
import { capturedOutput, listeningApp, testApp } from '../support/listening.ts'
import { exchange, rawConnection, requestBytes } from '../support/raw-http.ts'
import { failingAnswers } from '../support/stand-in-answers.ts'

describe('a line of the log', () => {
  it.each(['%0d%0aforged', '%1b[31mred', '%c2%85', '%e2%80%a8', '%00', '%22%7d', '%5cn'])(
    '%s in a path stays as it was sent',
    async (encoded) => {
      const { port, logged } = await listeningApp()
      const connection = rawConnection({ port })
      connection.send(requestBytes(`/${encoded}`))
      await connection.next()
      connection.reset()
      expect(logged.map(({ path }) => path)).toEqual([`/${encoded}`])
    },
  )

  it.each(['\x0d', '\x1b[31m', '\x85', '\xc2\x85', '\x00'])(
    'the bare bytes %j in a path are refused and not logged',
    async (bytes) => {
      const { port, logged } = await listeningApp()
      await exchange({ port }, requestBytes(`/forged${bytes}`))
      expect(logged).toMatchObject([{ msg: 'broken request', status: 400 }])
      expect(JSON.stringify(logged)).not.toContain('forged')
    },
  )

  it('is one event and valid JSON, whatever path, user and database error say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.string(), async (text, user) => {
        const { stream, text: written } = capturedOutput()
        const detail = `${text}\r\n\x1b[2J`
        const failure = new Failure({ kind: 'query', text, detail, code: text })
        const log = createLog('info', stream, Date.now)
        const { app } = await testApp({ answers: failingAnswers(failure), log })
        const headers = { 'x-auth-user-id': user }
        await app.inject({ url: `/${encodeURIComponent(text.toWellFormed())}`, headers })
        const { statusCode } = await app.inject({ url: '/api/compliance-scans.php', headers })
        const lines = (await written()).split('\n')
        expect(lines.pop()).toBe('')
        expect(lines).toHaveLength(statusCode === 500 ? 3 : 2)
        for (const line of lines) JSON.parse(line)
      }),
      { numRuns: 50, seed: 9 },
    )
  })
})
