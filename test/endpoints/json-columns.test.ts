import { describe, expect, it } from 'vitest'
import { withoutChecks } from '../support/operator-tables.ts'
import { complianceScan, malwareScan } from '../support/rows.ts'
import { isMysql } from '../support/servers/mariadb.ts'
import { type TestService, testService } from '../support/service.ts'

type Store = (service: TestService, scan_id: number, json: string | null) => Promise<void>

interface JsonColumn {
  readonly table: 'malware_scans' | 'compliance_scans'
  readonly member: string
  readonly where: string
  readonly url: string
  readonly store: Store
}

const COLUMNS: JsonColumn[] = [
  {
    table: 'malware_scans',
    member: 'summary',
    where: 'malware_scans.summary',
    url: '/api/malware.php',
    store: ({ database }, scan_id, summary) =>
      database.insert('malware_scans', malwareScan({ scan_id, summary })),
  },
  {
    table: 'compliance_scans',
    member: 'metadata',
    where: 'compliance_scans.metadata',
    url: '/api/compliance-scans.php?action=server&name=web-01',
    store: ({ database }, scan_id, metadata) =>
      database.insert('compliance_scans', complianceScan({ scan_id, metadata })),
  },
]

const nested = (depth: number) => `${'{"a":'.repeat(depth)}[]${'}'.repeat(depth)}`

describe.each(COLUMNS)('the JSON column $member', ({ table, member, where, url, store }) => {
  it.each([
    ['an empty object', '{}'],
    ['the order of its keys', '{"b":1,"a":2,"10":3,"2":4}'],
    ['white space', ' {\n  "a" : [ 1 , 2 ]\t}\r\n'],
    ['every digit', '{"id":12345678901234567890,"pi":3.14159265358979323846,"n":1.50,"e":1E400}'],
    ['a key called __proto__', '{"__proto__":{"admin":true},"constructor":null}'],
    ['a key that occurs twice', '{"a":1,"a":2}'],
    ['letters of every kind and escapes', '{"é😀":"\\u00e9\\ud83d\\ude00 \\/ \u2028"}'],
    ['nested data', nested(30)],
  ])('is sent as it was written: %s', async (_, json) => {
    const service = await testService()
    // Its json_valid() takes no number that a double cannot hold.
    if (isMysql && json.includes('E400')) await withoutChecks(service.database, table)
    await store(service, 1, json)
    await expectSent(service, json)
  })

  it('is sent as it was written however deep it is, where the table takes it', async () => {
    const service = await testService()
    await withoutChecks(service.database, table)
    await store(service, 1, nested(1000))
    await expectSent(service, nested(1000))
  })

  async function expectSent({ get, logged }: TestService, json: string) {
    expect((await get(url)).text).toContain(`"${member}":${json}`)
    expect(logged.filter((line) => line['msg'] !== 'request')).toEqual([])
  }

  it.each([
    ['null', null],
    ['the word null', 'null'],
    ['an array', '[{"a":1}]'],
    ['a number', '42'],
    ['a text', '"{}"'],
    ['a truth value', 'true'],
  ])('is shown as {} when it holds %s, and the log names it', async (_, json) => {
    const service = await testService()
    await store(service, 7, json)
    await expectLeftOut(service)
  })

  it.each([
    ['no text', ''],
    ['broken JSON', '{"a":1'],
    ['an object and more', '{} {}'],
    ['plain words', 'ClamAV 1.4.2'],
  ])('is shown as {} when an unchecked table holds %s, and the log names it', async (_, json) => {
    const service = await testService()
    await withoutChecks(service.database, table)
    await store(service, 7, json)
    await expectLeftOut(service)
  })

  async function expectLeftOut({ get, logged }: TestService) {
    const { status, text } = await get(url)
    expect(status).toBe(200)
    expect(text).toContain(`"${member}":{}`)
    const problems = logged.filter((line) => line['msg'] === 'data left out')
    expect(problems).toMatchObject([{ level: 40, where: `${where} of scan 7` }])
    expect(problems[0]?.['problem']).toContain('shown as {}')
  }

  it('of an older scan is not looked at', async () => {
    const service = await testService()
    await withoutChecks(service.database, table)
    await store(service, 1, 'broken')
    await store(service, 2, '{}')
    expect((await service.get(url)).text).toContain(`"${member}":{}`)
    expect(service.logged.filter((line) => line['msg'] === 'data left out')).toEqual([])
  })
})
