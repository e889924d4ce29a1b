import { expect, inject, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '../../support/database.ts'
import { askedOf } from '../../support/faults/asked.ts'
import { tcpProxy } from '../../support/servers/tcp-proxy.ts'

const GOOD = { malware: [200], compliance: [200] }
const NO_CONNECTION = [500, 'Database connection failed']

it('a connection whose line fell silent is replaced, and a good answer comes when it is mended', async () => {
  const { url } = await temporaryDatabase()
  const port = Number(new URL(inject('server')).port)
  const proxy = await tcpProxy(port)
  onTestFinished(proxy.close)
  const { both, close } = askedOf(url.replace(`:${port}/`, `:${proxy.port}/`))
  onTestFinished(close)
  expect(await both()).toEqual(GOOD)
  proxy.set({ does: 'swallow' })
  expect(await both()).toEqual({ malware: NO_CONNECTION, compliance: NO_CONNECTION })
  proxy.set({ does: 'carry' })
  expect(await both()).toEqual(GOOD)
})
