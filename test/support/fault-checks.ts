// What clients of the service must see during a fault, and after it.
import { strict as assert } from 'node:assert'
import type { Fault } from './faults.ts'
import { generationsIn, problemsOf } from './generation-check.ts'
import { COMPLIANCE, EVERY_URL, type StartedService } from './started-service.ts'

type Client = Pick<StartedService, 'get'>

/** Every question has the contract's answer, and what needs no database is answered as ever. */
export async function expectFault({ get }: Client, fault: Fault): Promise<void> {
  const replies = await Promise.all(EVERY_URL.map((url) => get(url)))
  for (const [i, { status, body }] of replies.entries()) {
    const url = EVERY_URL[i] as string
    const where = `${url} while the file is ${fault.name}: ${JSON.stringify(body).slice(0, 200)}`
    if (!fault.harms.test(url)) {
      assert.equal(status, 200, where)
      continue
    }
    assert.equal(status, 500, where)
    assert.equal(body.error, fault.error, where)
    const explains = fault.message !== undefined && url.startsWith(COMPLIANCE)
    assert.deepEqual(Object.keys(body), explains ? ['error', 'message'] : ['error'], where)
    if (explains) assert.match(body.message, fault.message as RegExp, where)
  }
  await expectOthersUnharmed({ get })
}

async function expectOthersUnharmed({ get }: Client): Promise<void> {
  const others = [
    [await get(EVERY_URL[0] as string, {}), 401, 'Unauthorized'],
    [await get('/api/unknown.php'), 404, 'Not found'],
    [await get(`${COMPLIANCE}?action=server`), 400, 'Missing required parameter: name'],
    [
      await get(`${COMPLIANCE}?action=history&days=0`),
      400,
      'Invalid days parameter (must be 1-365)',
    ],
  ] as const
  for (const [{ status, body }, due, error] of others) {
    assert.equal(status, due)
    assert.deepEqual(body, { error })
  }
}

/** Few: a cured database is answered from at once, or it never is. */
const ATTEMPTS = 20

/** Every question is answered in full from generation g, after some attempts at most. */
export async function expectGood({ get }: Client, g: number): Promise<void> {
  for (const url of EVERY_URL) {
    let wrong = 'never asked'
    for (let attempt = 0; attempt < ATTEMPTS && wrong !== ''; attempt++) {
      const { status, body } = await get(url)
      wrong = status === 200 ? problemsOf(url, body).join() : `${status} ${JSON.stringify(body)}`
      if (status === 200 && generationsIn(body)[0] !== g) wrong += `shows ${generationsIn(body)}`
    }
    assert.equal(wrong, '', `${url} is not answered from generation ${g}`)
  }
}
