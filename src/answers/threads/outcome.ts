// What a thread has said, as it is told in this one.
import { failure } from '../../database/failure/failure.ts'
import { REPLACED_MEANWHILE } from '../../database/replaced.ts'
import { Failure, Refusal } from '../../errors.ts'
import type { Answer } from '../compute.ts'
import type { Piece } from '../spool/spool.ts'
import { type Outcome, REPLACED } from './task.ts'

type Said = Exclude<Outcome, typeof REPLACED>

export const isSpooled = (outcome: Outcome): boolean => outcome !== REPLACED && 'pieces' in outcome

export function answerOf(outcome: Outcome): Answer | typeof REPLACED {
  if (outcome === REPLACED) return REPLACED
  return told(outcome) as Answer
}

/** Of an answer that was begun: too late to begin anew. */
export function piecesOf(outcome: Outcome): readonly Piece[] {
  if (outcome === REPLACED) throw failure('query', REPLACED_MEANWHILE)
  return (told(outcome) as { readonly pieces: readonly Piece[] }).pieces
}

function told(outcome: Said): Said {
  if ('refusal' in outcome) throw new Refusal(outcome.refusal)
  if ('failure' in outcome) throw new Failure(outcome.failure)
  return outcome
}
