import { engineAt } from '../database/connect.ts'
import type { Engine } from '../database/engine.ts'
import { UsageError } from '../errors.ts'
import {
  type Decided,
  type Decision,
  resolve as storeDecision,
} from '../store/resolving/resolve.ts'
import { momentOf, wallClock } from '../time.ts'
import type { Command, OwnFlags } from './command.ts'
import { waitingAt } from './waiting.ts'

const KINDS = ['detection', 'finding'] as const

export const resolve: Command = {
  name: 'resolve',
  operands: 'KIND ID...',
  summary: 'Mark what a person has resolved, or reopen it.',
  help: `Resolves detections or findings (KIND is detection or finding) by their ids:
all of them, or none when one does not exist or cannot be changed. Who did it and
why is recorded.`,
  settings: ['database', 'timezone'],
  flags: {
    by: { type: 'string', value: 'NAME', help: 'Who decided it. Needed.' },
    note: { type: 'string', value: 'TEXT', help: 'Why. Needed, unless it is reopened.' },
    reopen: { type: 'boolean', help: 'Open again what was resolved.' },
  },
  async run({ config, own, operands, terminal }) {
    const at = wallClock(momentOf(Date.now(), config.timezone))
    const decision = decisionIn(operands, own, at)
    const engine = engineAt(config.database)
    const decided = await storeDecision(engine, decision, waitingAt(terminal)).catch((error) => {
      throw refused(error, engine)
    })
    const { missing, notFailed, openTwice } = decided
    if (missing.length > 0) {
      const what = `${decision.kind} ${missing.join(', ')}`
      throw new UsageError(`there is no ${what}; nothing was changed`, 1)
    }
    if (notFailed.length > 0) {
      const [first, ...others] = notFailed
      const are =
        others.length === 0 ? `finding ${first} is` : `findings ${notFailed.join(', ')} are each`
      throw new UsageError(`${are} of a check that did not fail; nothing was changed`, 1)
    }
    if (openTwice.length > 0) {
      const told = openTwice.map(({ id, as }) => `detection ${id} is of the same file as ${as}`)
      throw new UsageError(`${told.join(', ')}; one alone can be open; nothing was changed`, 1)
    }
    terminal.stdout.write(linesOf(decision, decided))
    return 0
  },
}

/** Beyond what a number holds exactly, it would name another one. */
const isId = (text: string): boolean =>
  /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))

/** All that is wrong is told at once. */
function decisionIn(operands: readonly string[], own: OwnFlags, at: string): Decision {
  const [kindText = '', ...ids] = operands
  const text = (flag: string) => (typeof own[flag] === 'string' ? own[flag] : '')
  const [by, note, reopen] = [text('by'), text('note'), own['reopen'] === true]
  const wrong: string[] = []
  const kind = KINDS.find((it) => it === kindText)
  if (kind === undefined) {
    wrong.push(`${JSON.stringify(kindText)} cannot be resolved; allowed: ${KINDS.join(', ')}`)
  }
  for (const id of ids) {
    if (!isId(id)) wrong.push(`${JSON.stringify(id)} is no id`)
  }
  if (by.trim() === '') wrong.push('--by NAME is missing')
  if (!reopen && note.trim() === '') wrong.push('--note TEXT is missing')
  if (kind === undefined || wrong.length > 0) throw new UsageError(wrong.join('\n'))
  return { kind, ids: [...new Set(ids.map(Number))], reopen, by, note, at }
}

function linesOf({ kind, reopen }: Decision, { changed, unchanged }: Decided): string {
  const [done, state] = reopen ? ['reopened', 'open'] : ['resolved', 'resolved']
  const changes = `${done} ${kind} ${changed.join(', ')}\n`
  const rest = `${kind} ${unchanged.join(', ')} was ${state} already\n`
  return (changed.length > 0 ? changes : '') + (unchanged.length > 0 ? rest : '')
}

/** The database's own words, in one line; a defect keeps its stack. */
function refused(error: unknown, engine: Engine): unknown {
  const { kind, detail } = engine.failureOf(error)
  if (error instanceof UsageError || kind === 'defect') return error
  return new UsageError(
    `the database refused it, and nothing was changed: ${detail.split('\n')[0]}`,
    1,
  )
}
