// What a reader does when its session is to be renewed: over a session that is there, and engines that
// let nobody in.
import { expect, it, onTestFinished } from 'vitest'
import { engineAt } from '../../src/database/connect.ts'
import type { Engine, Session } from '../../src/database/engine.ts'
import { databaseReader } from '../../src/database/reader.ts'
import { temporaryDatabase } from '../support/database.ts'

interface Opening {
  /** How the second session is opened, and the third. */
  readonly next: readonly (() => Promise<Session>)[]
  readonly renewal: { isDue(): boolean; isOver(): boolean; notRenewed(): void }
}

async function reading(opening: (real: Engine) => Opening) {
  const { url } = await temporaryDatabase()
  const real = engineAt(url)
  const { next, renewal } = opening(real)
  let opened = 0
  let closed = 0
  const engine: Engine = {
    ...real,
    async openSession() {
      opened += 1
      if (opened > 1) return (next[opened - 2] ?? real.openSession)()
      const session = await real.openSession()
      const close = async () => {
        closed += 1
        await session.close()
      }
      return { ...session, renewal, close, isCurrent: () => !renewal.isOver() }
    },
  }
  const reader = databaseReader(engine)
  onTestFinished(() => reader.close())
  const names = () =>
    reader.read(({ db }) => db.selectFrom('compliance_scans').select('server_name').execute())
  await names()
  return { names, opened: () => opened, closed: () => closed }
}

const NEVER = () => new Promise<never>(() => {})
const FULL = () => Promise.reject(new Error('too many connections'))

it.each([
  ['does not answer', NEVER],
  ['is full', FULL],
])('one that works is used on while the server %s', async (_, refusing) => {
  let told = 0
  const renewal = { isDue: () => true, isOver: () => false, notRenewed: () => void told++ }
  const { names, opened } = await reading(() => ({ renewal, next: [refusing, refusing] }))
  expect(await names()).toEqual([])
  expect(await names()).toEqual([])
  expect([told, opened()]).toEqual([2, 3])
})

it('one in the place of which another was opened is closed', async () => {
  let isDue = false
  const renewal = { isDue: () => isDue, isOver: () => false, notRenewed() {} }
  const { names, opened, closed } = await reading((real) => ({
    renewal,
    next: [() => real.openSession()],
  }))
  isDue = true
  expect(await names()).toEqual([])
  expect([opened(), closed()]).toEqual([2, 1])
})

it('one that comes too late to take its place is closed', async () => {
  const late = Promise.withResolvers<Session>()
  const renewal = { isDue: () => true, isOver: () => false, notRenewed() {} }
  const { names } = await reading(() => ({ renewal, next: [() => late.promise] }))
  expect(await names()).toEqual([])
  const closed = Promise.withResolvers<string>()
  late.resolve({ close: async () => closed.resolve('closed') } as unknown as Session)
  expect(await closed.promise).toBe('closed')
})

it('where there is no room for another until the old one is gone, it is asked twice', async () => {
  let isOver = false
  const renewal = { isDue: () => false, isOver: () => isOver, notRenewed() {} }
  const { names, opened } = await reading(() => ({ renewal, next: [FULL] }))
  isOver = true
  expect(await names()).toEqual([])
  expect(opened()).toBe(3)
})

it('a server that is gone is not asked twice', async () => {
  const renewal = { isDue: () => false, isOver: () => false, notRenewed() {} }
  const { opened, names } = await reading((real) => ({
    renewal,
    next: [async () => ({ ...(await real.openSession()), isCurrent: () => false }), FULL],
  }))
  renewal.isOver = () => true
  await names()
  renewal.isOver = () => false
  await expect(names()).rejects.toThrow()
  expect(opened()).toBe(3)
})
