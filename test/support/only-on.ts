import { describe, inject, it } from 'vitest'
import type { EngineName } from './engines.ts'

/** What cannot exist on this engine is no test here, rather than one that is skipped. */
const none = (() => {}) as unknown

export const itOn = (...engines: readonly EngineName[]): typeof it =>
  engines.includes(inject('engine')) ? it : (none as typeof it)

export const describeOn = (...engines: readonly EngineName[]): typeof describe =>
  engines.includes(inject('engine')) ? describe : (none as typeof describe)
