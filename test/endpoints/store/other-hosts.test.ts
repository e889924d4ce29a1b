// Hosts whose names become one, each in files of its own: none speaks for another.
import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/importers/report.ts'
import { BY_PERSON, type Host, isOtherHost } from '../../../src/store/host.ts'
import type { StoreOptions } from '../../../src/store/options.ts'
import { type TestDatabase, temporaryDatabase } from '../../support/database.ts'
import {
  complianceRun,
  finding,
  hit,
  malwareRun,
  resolveRows,
  spans,
  storeReports,
} from '../../support/stored.ts'

const [A, B, SHORT] = ['web01.a.example', 'web01.b.example', 'web01']
const SCOPE = { scope: ['/srv'] }

/** Every order of these. */
const ordersOf = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((it, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [it, ...rest]))

it.each<[boolean, Host, Host]>([
  [true, A, B],
  [false, A, SHORT],
  [false, `${A}.`, 'WEB01.A.Example'],
  [true, 'https://shop.example.com/', 'https://shop.example.org/'],
  [false, 'http://shop.example.com/', 'https://me@shop.example.com:8443/blog'],
  [true, 'web01.example', 'web01.example2'],
  [false, 'web01.example', 'web01.example.org'],
  [false, A, null],
  [false, A, 'local://'],
  [false, A, 'db.b.example'],
  [false, '10.0.0.5', '10-0-0-5'],
  [false, A, BY_PERSON],
])('it is %s that %s and %o are two', (isOther, one, other) => {
  expect([isOtherHost(one, other), isOtherHost(other, one)]).toEqual([isOther, isOther])
})

describe('a malware scan', () => {
  const found = (host: string, day: number, path = '/srv/a.php'): Report[] => [
    hit(path),
    malwareRun(day, { host, status: 'infected', infections: 1 }),
  ]
  const clean = (host: string, day: number): Report[] => [
    { kind: 'clean-file', path: '/srv/a.php' },
    malwareRun(day, { host }),
  ]
  const stored = (
    database: TestDatabase,
    reports: readonly Report[],
    options: Partial<StoreOptions> = SCOPE,
  ) => storeReports(database, 'maldet', reports, options)
  const ends = async (database: TestDatabase) =>
    (await spans(database)).map(({ resolved_at }) => resolved_at?.slice(5, 10) ?? null)

  /** A person opens what is resolved. */
  const reopened = async (database: TestDatabase) => {
    const rows = await database.db
      .selectFrom('malware_detections')
      .select('detection_id')
      .where('resolved_at', 'is not', null)
      .execute()
    return resolveRows(database.url, {
      kind: 'detection',
      ids: rows.map(({ detection_id }) => detection_id),
      reopen: true,
      by: 'ana',
      note: '',
      at: '2026-03-04 00:00:00',
    })
  }

  it.each([
    ['a scope', SCOPE],
    ['a clean file', {}],
  ])('resolves nothing of another host by %s, and tells of it', async (_proof, options) => {
    const database = await temporaryDatabase('all')
    await stored(database, found(A, 1))
    const { runs } = await stored(database, clean(B, 2), options)
    expect(runs).toMatchObject([{ resolvedDetections: 0, elsewhere: 1 }])
    expect(await ends(database)).toEqual([null])
  })

  it('resolves nothing of another host that comes after it, also when it is imported again', async () => {
    const database = await temporaryDatabase('all')
    await stored(database, clean(B, 2))
    await stored(database, found(A, 1))
    expect(await stored(database, clean(B, 2))).toMatchObject({ known: true })
    expect(await ends(database)).toEqual([null])
  })

  it.each([
    ['the same host', A, {}],
    ['a host whose name is short for it', SHORT, {}],
    ['whatever host a person says is the server', B, { server: 'web01' }],
  ])('resolves what was found on %s', async (_whose, host, options) => {
    const database = await temporaryDatabase('all')
    await stored(database, found(A, 1))
    const { runs } = await stored(database, clean(host, 2), { ...SCOPE, ...options })
    expect(runs).toMatchObject([{ resolvedDetections: 1 }])
    expect(runs[0]).not.toHaveProperty('elsewhere')
  })

  it('resolves what was found on a host that a person gave its name', async () => {
    const database = await temporaryDatabase('all')
    await stored(database, found('db.b.example', 1), { server: 'web01' })
    expect((await stored(database, clean(A, 2))).runs).toMatchObject([{ resolvedDetections: 1 }])
  })

  it('resolves what was found on any of the hosts that a person gave its name', async () => {
    const database = await temporaryDatabase('all')
    const byPerson = { ...SCOPE, server: 'web01' }
    for (const [index, host] of [A, B, 'web01.c.example'].entries()) {
      await stored(database, found(host, index + 1), byPerson)
    }
    const { runs } = await stored(database, clean(B, 4))
    expect(runs[0]).not.toHaveProperty('elsewhere')
    expect(await ends(database)).toEqual(['03-04'])
  })

  it('resolves what was found on no known host, by whatever name of the server', async () => {
    const database = await temporaryDatabase('all')
    const noHost = found(A, 1).map((it) => ({ ...it, ...('host' in it ? { host: null } : {}) }))
    await stored(database, noHost as Report[], { server: '10-0-0-5' })
    const { runs } = await stored(database, clean('10.0.0.5', 2))
    expect(runs).toMatchObject([{ resolvedDetections: 1 }])
  })

  it('of hosts that a person gave one name has found a file once: it is not opened twice', async () => {
    const database = await temporaryDatabase('all')
    const byPerson = { ...SCOPE, server: 'web01' }
    await stored(database, found(A, 1), byPerson)
    await stored(database, clean(A, 2), byPerson)
    await stored(database, found(B, 3), byPerson)
    expect(await ends(database)).toEqual(['03-02', null])
    expect(await reopened(database)).toMatchObject({ changed: [], openTwice: [{}] })
  })

  it('that finds the same file as another host finds one of its own, in every order', async () => {
    const database = await temporaryDatabase('all')
    const scans = [found(A, 1), found(B, 2), clean(A, 3)]
    for (const [index, order] of ordersOf(scans).entries()) {
      const ofServer = order.map((reports) =>
        reports.map((it) => {
          if (it.kind !== 'malware-run') return it
          return { ...it, host: `${it.host}`.replace('web01', `web${index}`) }
        }),
      )
      // What came late is resolved when the scan that proves it is imported again.
      for (const reports of [...ofServer, ...ofServer]) await stored(database, reports)
      const rows = (await ends(database)).slice(2 * index)
      expect(rows.toSorted()).toEqual(['03-03', null])
    }
  })

  it('of a host with another domain goes on with what was found, once a person has named it', async () => {
    const database = await temporaryDatabase('all')
    await stored(database, found(A, 1))
    await stored(database, found(B, 2), { ...SCOPE, server: 'web01' })
    await stored(database, found(B, 3))
    expect(await ends(database)).toEqual([null])
    await stored(database, clean(B, 4))
    expect(await ends(database)).toEqual(['03-04'])
  })

  it.each([A, SHORT])(
    'leaves each host its own, which a person may open beside that of the other: %s',
    async (again) => {
      const database = await temporaryDatabase('all')
      await stored(database, found(A, 1))
      await stored(database, found(again, 2))
      await stored(database, clean(A, 3))
      await stored(database, found(B, 4))
      expect(await ends(database)).toEqual(['03-03', null])
      expect(await reopened(database)).toMatchObject({
        changed: [expect.any(Number)],
        openTwice: [],
      })
    },
  )

  it('under a name that is short for both resolves nothing that it finds', async () => {
    const database = await temporaryDatabase('all')
    await stored(database, found(A, 1))
    await stored(database, found(B, 2))
    await stored(database, found(SHORT, 3))
    expect(await ends(database)).toEqual([null, null])
    await stored(database, [malwareRun(4, { host: SHORT })])
    expect(await ends(database)).toEqual(['03-04', '03-04'])
  })
})

describe('a compliance scan', () => {
  const scan = (host: string, day: number): Report[] => [
    finding(`${host} ${day}`),
    complianceRun(day, { host }),
  ]
  const openChecks = async ({ db }: TestDatabase) => {
    const open = db.selectFrom('compliance_findings').select('check_id')
    const rows = await open.where('resolved_at', 'is', null).orderBy('check_id').execute()
    return rows.map(({ check_id }) => check_id)
  }

  it('supersedes nothing of another host, and tells of it, but what is of its own', async () => {
    const database = await temporaryDatabase('all')
    const [com, org] = ['https://shop.example.com/', 'https://shop.example.org/']
    await storeReports(database, 'wpscan', scan(com, 1))
    const { runs } = await storeReports(database, 'wpscan', scan(org, 2))
    expect(runs).toMatchObject([{ superseded: { older: 0, by: null, isOfSeveral: true } }])
    await storeReports(database, 'wpscan', scan(com, 3))
    expect(await openChecks(database)).toEqual([`${com} 3`, `${org} 2`])
  })

  it.each([
    ['newer', 1, 2],
    ['older', 2, 1],
  ])(
    'and one of a host that a person gave its name are of one server, in either order: the %s by name',
    async (_age, reported, named) => {
      const imports = [
        (database: TestDatabase) => storeReports(database, 'lynis', scan(A, reported)),
        (database: TestDatabase) =>
          storeReports(database, 'lynis', scan(B, named), { server: 'web01' }),
      ]
      for (const order of ordersOf(imports)) {
        const database = await temporaryDatabase('all')
        for (const store of order) await store(database)
        expect(await openChecks(database)).toEqual([reported > named ? `${A} 2` : `${B} 2`])
      }
    },
  )

  it.each([
    [
      [A, B, A, B],
      [2, 3],
    ],
    [
      [A, SHORT, B, A],
      [2, 3],
    ],
    [[A, A, SHORT, B], [3]],
    [[B, A, SHORT], [2]],
    [
      [SHORT, A, B],
      [1, 2],
    ],
  ])('of %j, one a day, leaves the same open in every order', async (hosts, open) => {
    const database = await temporaryDatabase('all')
    for (const [index, order] of ordersOf([...hosts.keys()]).entries()) {
      const hostOf = (day: number) => (hosts[day] ?? '').replace('web01', `web${index}`)
      for (const day of order) await storeReports(database, 'lynis', scan(hostOf(day), day))
      const own = (await openChecks(database)).filter(
        (it) => /^web(\d+)/.exec(it)?.[1] === `${index}`,
      )
      const expected = open.map((day) => `${hostOf(day)} ${day}`)
      expect([order, own.sort()]).toEqual([order, expected.sort()])
    }
  })
})
