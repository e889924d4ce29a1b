import { expect, it, onTestFinished } from 'vitest'
import { temporaryDatabase } from '../support/database.ts'
import { askWhileWriting } from '../support/one-moment-run.ts'
import { startService } from '../support/started-service.ts'
import { startWriter } from '../support/writer-process.ts'

const RESPONSES = 2_000

it('no response is torn or older than its request while another process rewrites the data', async () => {
  const { url } = await temporaryDatabase()
  const writer = await startWriter(url)
  // A busy machine is no reason to answer 500.
  const service = await startService(url, { deadline: '60' })
  onTestFinished(async () => {
    await service.stop()
    await writer.stop()
  })
  const run = await askWhileWriting(service, writer, { responses: RESPONSES, clients: 8 })
  expect(run.problems).toEqual([])
  expect(run.responses).toBeGreaterThanOrEqual(RESPONSES)
  // Else the data hardly moved, and the test has shown nothing.
  expect(run.generations).toBeGreaterThan(50)
})
