import { daysOf } from '../parameters.ts'
import type { PostureQuestion } from './reader.ts'

export const postureQuestion = (query: URLSearchParams): PostureQuestion => ({
  ask: 'posture',
  days: daysOf(query),
})
