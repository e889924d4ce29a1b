import { type DirectAnswers, type DirectOptions, directAnswers } from '../../src/answers/direct.ts'

/** Answers of a database without a service, by the clock of the machine unless it says otherwise. */
export const answersOf = (url: string, options: Partial<DirectOptions> = {}): DirectAnswers =>
  directAnswers({
    database: url,
    timezone: 'UTC',
    clock: Date.now,
    deadlineMs: 5_000,
    onNotice() {},
    ...options,
  })
