// What a column must give, in words, and which declared types can.
import type { Holds } from '../database/inspection.ts'
import { type Kind, NAME_LENGTH } from '../database/schema.ts'

interface Need {
  readonly words: string
  readonly holds: readonly Holds[]
  readonly mayBeNull: boolean
  /** SQL of a value that is allowed, to fill a gap with. */
  readonly value: string
}

const whole = (mayBeNull: boolean): Need => ({
  words: 'a whole number',
  holds: ['integer', 'number'],
  mayBeNull,
  value: '0',
})
const score = (mayBeNull: boolean): Need => ({
  words: 'a number from 0 to 100',
  holds: ['integer', 'number'],
  mayBeNull,
  value: '0',
})
const text = (mayBeNull: boolean, words = 'a text'): Need => ({
  words,
  holds: ['text'],
  mayBeNull,
  value: `''`,
})
const dateTime = (mayBeNull: boolean): Need => ({
  words: 'a date-time YYYY-MM-DD HH:MM:SS, without a zone or a fraction',
  holds: ['dateTime', 'text'],
  mayBeNull,
  value: `'2026-03-01 12:00:00'`,
})

export const NEEDS: Readonly<Record<Kind, Need>> = {
  id: whole(false),
  count: whole(false),
  malwareScan: whole(true),
  complianceScan: whole(false),
  score: score(false),
  optionalScore: score(true),
  name: text(false, `a name of 1 to ${NAME_LENGTH} characters`),
  text: text(false),
  textOrEmpty: text(false),
  action: text(false),
  optionalText: text(true),
  dateTime: dateTime(false),
  optionalDateTime: dateTime(true),
  severity: { ...text(false, 'one of critical, high, medium, low'), value: `'low'` },
  json: {
    words: 'the text of a JSON object',
    holds: ['json', 'text'],
    mayBeNull: true,
    value: `'{}'`,
  },
}

/** A date-time that the server keeps in UTC is right only where the service reads it so. */
export const fits = (holds: Holds, kind: Kind, zone: string): boolean => {
  if (holds === 'undeclared') return true
  return NEEDS[kind].holds.includes(holds === 'utcDateTime' && zone === 'UTC' ? 'dateTime' : holds)
}
