import { engineAt } from '../database/connect.ts'
import type { Engine } from '../database/engine.ts'
import { UsageError } from '../errors.ts'
import { resolve as decide } from '../store/resolve.ts'
import { momentOf, wallClock } from '../time.ts'
import type { Command } from './command.ts'
import { waitingAt } from './waiting.ts'

const KINDS = ['detection', 'finding'] as const

export const resolve: Command = {
  name: 'resolve',
  operands: 'KIND ID...',
  arity: { atLeast: 2 },
  summary: 'Mark what a person has resolved, or reopen it.',
  help: `Resolves detections or findings (KIND is detection or finding) by their ids:
all of them, or none when one does not exist. Who did it and why is recorded.`,
  settings: ['database', 'timezone'],
  flags: {
    by: { type: 'string', value: 'NAME', help: 'Who decided it. Needed.' },
    note: { type: 'string', value: 'TEXT', help: 'Why. Needed, unless it is reopened.' },
    reopen: { type: 'boolean', help: 'Open again what was resolved.' },
  },
  async run({ config, own, operands: [kindText = '', ...idTexts], terminal }) {
    const reopen = own['reopen'] === true
    const { by, note } = own
    const wrong: string[] = []
    const kind = KINDS.find((it) => it === kindText)
    if (kind === undefined) {
      wrong.push(`${JSON.stringify(kindText)} cannot be resolved; allowed: ${KINDS.join(', ')}`)
    }
    for (const id of idTexts) {
      if (!/^[1-9]\d{0,15}$/.test(id)) wrong.push(`${JSON.stringify(id)} is no id`)
    }
    if (typeof by !== 'string' || by.trim() === '') wrong.push('--by NAME is missing')
    if (!reopen && (typeof note !== 'string' || note.trim() === '')) {
      wrong.push('--note TEXT is missing')
    }
    if (kind === undefined || wrong.length > 0) throw new UsageError(wrong.join('\n'))

    const engine = engineAt(config.database)
    const decision = {
      kind,
      ids: [...new Set(idTexts.map(Number))],
      reopen,
      by: String(by),
      note: typeof note === 'string' ? note : '',
      at: wallClock(momentOf(Date.now(), config.timezone)),
    }
    const { changed, unchanged, missing } = await decide(
      engine,
      decision,
      waitingAt(terminal),
    ).catch((error: unknown) => {
      throw refused(error, engine)
    })
    if (missing.length > 0) {
      throw new UsageError(`there is no ${kind} ${missing.join(', ')}; nothing was changed`, 1)
    }
    const word = reopen ? 'reopened' : 'resolved'
    if (changed.length > 0) terminal.stdout.write(`${word} ${kind} ${changed.join(', ')}\n`)
    if (unchanged.length > 0) {
      const state = reopen ? 'open' : 'resolved'
      terminal.stdout.write(`${kind} ${unchanged.join(', ')} was ${state} already\n`)
    }
    return 0
  },
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
