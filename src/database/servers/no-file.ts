import type { Engine, Session } from '../engine.ts'

/** A server keeps its data together by itself: no file can be replaced, be damaged or need a mode. */
export const SERVER_HAS_NO_FILE: Pick<Engine, 'idleMs' | 'place' | 'damagedState' | 'settle'> = {
  idleMs: null,
  place: () => null,
  damagedState: () => null,
  async settle() {},
}

export const SESSION_HAS_NO_FILE: Pick<Session, 'place' | 'isInPlace'> = {
  place: null,
  isInPlace: () => true,
}
