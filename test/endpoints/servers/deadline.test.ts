// A server ends what takes too long for the request, and no sooner.
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { reach } from '../../../src/check/reach.ts'
import { engineAt } from '../../../src/database/connect.ts'
import { limitsWithin } from '../../../src/database/servers/session.ts'
import { temporaryDatabase } from '../../support/database.ts'
import { complianceScan } from '../../support/rows.ts'
import { isMysql } from '../../support/servers/mariadb.ts'
import { runSql } from '../../support/servers/sql.ts'
import { tcpProxy } from '../../support/servers/tcp-proxy.ts'
import { COMPLIANCE, startService } from '../../support/started-service.ts'

const variable = (schema: string, name: string) =>
  `(select variable_value from ${schema}.session_variables where variable_name = '${name}')`

const STATEMENT_LIMIT = {
  postgres: `current_setting('statement_timeout')`,
  mariadb: isMysql
    ? variable('performance_schema', 'max_execution_time')
    : variable('information_schema', 'max_statement_time'),
  sqlite: '',
}[inject('engine')]

const OTHERS =
  'scan_id, server_name, scan_date, overall_score, findings_critical, findings_high, findings_medium, findings_low, findings_pass, checks_run'

/** What the session that reads a scan is held to, as the type of its server. */
async function statementLimit(deadline: string): Promise<string> {
  const { url, insert } = await temporaryDatabase()
  await insert('compliance_scans', complianceScan({ server_name: 'web-1' }))
  await runSql(
    url,
    'alter table compliance_scans rename to kept',
    `create view compliance_scans as select ${OTHERS}, ${STATEMENT_LIMIT} as server_type from kept`,
  )
  const service = await startService(url, { deadline })
  onTestFinished(() => service.stop())
  const { body } = await service.get(COMPLIANCE)
  return body.servers[0].server_type
}

const spelt = (seconds: number) =>
  ({
    postgres: `${seconds}s`,
    mariadb: isMysql ? `${seconds}000` : `${seconds}.000000`,
    sqlite: '',
  })[inject('engine')]

it.each([
  ['5', 4],
  ['60', 48],
])('a statement has four fifths of a DEADLINE of %s s', async (deadline, seconds) => {
  expect(await statementLimit(deadline)).toBe(spelt(seconds))
})

it.each([100, 123.4, 5_000, 300_000])('of %s ms each limit lies below the next', (deadlineMs) => {
  const { connectMs, statementMs, answerMs, idleInTransactionMs } = limitsWithin(deadlineMs)
  expect(statementMs).toBeLessThan(answerMs)
  expect(answerMs).toBeLessThan(deadlineMs)
  expect(deadlineMs).toBeLessThanOrEqual(idleInTransactionMs)
  for (const limit of [connectMs, statementMs, answerMs, idleInTransactionMs]) {
    expect(Number.isInteger(limit)).toBe(true)
  }
})

describe('a server that is slow to let somebody in', () => {
  async function slowServer(): Promise<string> {
    const { url } = await temporaryDatabase()
    const line = await tcpProxy(Number(new URL(url).port))
    onTestFinished(line.close)
    line.set({ does: 'delay', ms: 1_500 })
    return Object.assign(new URL(url), { port: String(line.port) }).href
  }

  it('is waited for as long as DEADLINE lets it', async () => {
    const service = await startService(await slowServer(), { deadline: '300' })
    onTestFinished(() => service.stop())
    expect((await service.get(COMPLIANCE)).status).toBe(200)
  })

  it('is out of reach for a check only where it is for the service', async () => {
    const url = await slowServer()
    const reached = (deadlineMs: number) => reach(engineAt(url), url, 'the database', deadlineMs)
    const session = await reached(300_000)
    if (!('db' in session)) throw new Error(session.problem)
    await session.close()
    expect(await reached(5_000)).toMatchObject({ code: 'unreachable' })
  })
})
