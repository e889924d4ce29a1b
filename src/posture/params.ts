import { daysOf } from '../parameters.ts'

export interface PostureQuestion {
  readonly ask: 'posture'
  readonly days: number
}

export const postureQuestion = (query: URLSearchParams): PostureQuestion => ({
  ask: 'posture',
  days: daysOf(query),
})
