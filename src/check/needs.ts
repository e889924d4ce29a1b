// What a column must give, in words, and which declared types can.
import type { Holds } from '../database/inspection/inspection.ts'
import type { Kind } from '../database/schema/schema.ts'
import { NAME_LENGTH } from '../names.ts'

interface Need {
  readonly words: string
  readonly holds: readonly Holds[]
  readonly mayBeNull: boolean
  /** In the place of a value that only the operator knows: SQL that no engine takes as it stands. */
  readonly blank: string
  /** SQL of what our own tables fill in where a row does not say. */
  readonly fallback: string | null
}

const whole = (mayBeNull: boolean): Need => ({
  words: 'a whole number',
  holds: ['integer', 'number'],
  mayBeNull,
  blank: '<a whole number>',
  fallback: null,
})
const score = (mayBeNull: boolean): Need => ({
  words: 'a number from 0 to 100',
  holds: ['integer', 'number'],
  mayBeNull,
  blank: '<0 to 100>',
  fallback: null,
})
const text = (mayBeNull: boolean, words = 'a text'): Need => ({
  words,
  holds: ['text'],
  mayBeNull,
  blank: `<'a text'>`,
  fallback: null,
})
const dateTime = (mayBeNull: boolean): Need => ({
  words: 'a date-time YYYY-MM-DD HH:MM:SS, without a zone or a fraction',
  holds: ['dateTime', 'text', 'dateTimeText'],
  mayBeNull,
  blank: `<'YYYY-MM-DD HH:MM:SS'>`,
  fallback: null,
})

export const NEEDS: Readonly<Record<Kind, Need>> = {
  id: whole(false),
  count: { ...whole(false), fallback: '0' },
  malwareScan: whole(true),
  complianceScan: whole(false),
  score: score(false),
  optionalScore: score(true),
  name: { ...text(false, `a name of 1 to ${NAME_LENGTH} characters`), blank: `<'a name'>` },
  text: text(false),
  textOrEmpty: { ...text(false), fallback: `''` },
  action: { ...text(false), fallback: `'none'` },
  optionalText: text(true),
  dateTime: dateTime(false),
  optionalDateTime: dateTime(true),
  severity: {
    ...text(false, 'one of critical, high, medium, low'),
    blank: `<'critical', 'high', 'medium' or 'low'>`,
  },
  json: {
    words: 'the text of a JSON object',
    holds: ['json', 'text', 'paddedText', 'dateTimeText'],
    mayBeNull: true,
    blank: `<'{"a": "JSON object"}'>`,
    fallback: `'{}'`,
  },
}

/** A date-time that the server keeps in UTC is right only where the service reads it so. */
export const fits = (holds: Holds, kind: Kind, zone: string): boolean => {
  if (holds === 'undeclared') return true
  return NEEDS[kind].holds.includes(holds === 'utcDateTime' && zone === 'UTC' ? 'dateTime' : holds)
}
