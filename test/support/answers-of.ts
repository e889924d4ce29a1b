import { type DirectAnswers, directAnswers } from '../../src/answers/direct.ts'

/** Answers of a database without a service, by the clock of the machine. */
export const answersOf = (url: string): DirectAnswers =>
  directAnswers({ database: url, timezone: 'UTC', clock: Date.now, onNotice() {} })
