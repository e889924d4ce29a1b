// The system gives the service no further file: a connection is one, too.
import { expect, it } from 'vitest'
import { temporaryDatabase } from '../support/database.ts'
import { limitedService } from '../support/limited-service.ts'
import { exchange, rawConnection, requestBytes } from '../support/raw-http.ts'

/** A few more than the service needs to start. */
const FEW_FILES = '-n 64'
const VISITORS = 100

it('who is connected is served, and so is everybody once there are files again', async () => {
  const { url } = await temporaryDatabase()
  const { port } = await limitedService(FEW_FILES, url)
  const first = rawConnection({ port })
  const ask = async () => {
    first.send(requestBytes('/api/malware.php'))
    return (await first.next()).status
  }
  expect(await ask()).toBe(200)
  let refused = 0
  const visitors = Array.from({ length: VISITORS }, () => rawConnection({ port }))
  for (const { closed } of visitors) void closed.then(() => refused++)
  await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await ask()).toBe(200)
  for (const visitor of visitors) visitor.reset()
  const headers = ['Host: h', 'X-Auth-User-ID: tester', 'Connection: close']
  const other = requestBytes('/api/posture.php', { headers })
  const answered = async () => (await exchange({ port }, other))[0]?.status
  await expect.poll(answered, { timeout: 20_000 }).toBe(200)
})
