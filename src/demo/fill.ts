import type { Engine } from '../database/engine.ts'
export async function fillDemo(_engine: Engine, _now: number, _zone: string): Promise<void> {}
