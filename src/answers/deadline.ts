// The ways in which time or room runs out.
import { failure } from '../database/failure.ts'
import type { Failure } from '../errors.ts'

const seconds = (ms: number) => `${ms / 1000} s`

/** The query ran, and did not end in time. */
export const deadlinePassed = (deadlineMs: number): Failure =>
  failure('query', `no answer within ${seconds(deadlineMs)}`)

/** The query never ran: a connection could not be had in time. */
export const noneFree = (deadlineMs: number): Failure =>
  failure('connection', `no reader became free within ${seconds(deadlineMs)}`)

export const queueFull = (queue: number): Failure =>
  failure('connection', `all readers are busy and ${queue} questions wait already`)

/** More threads than may read at once are caught in queries that passed their deadline. */
export const allStuck = (stuck: number): Failure =>
  failure('connection', `${stuck} readers are still caught in queries that took too long`)

/** Whether it is one of these. What a database says has a stack, and is more than its text. */
export const hasRunOut = ({ text, detail }: Failure): boolean => text === detail
