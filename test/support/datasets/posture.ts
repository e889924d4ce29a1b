import fc from 'fast-check'
import type { Selectable } from 'kysely'
import type { Tables } from '../../../src/database/schema/tables.ts'
import * as values from './values.ts'

const posture = (dates: fc.Arbitrary<string>) => (posture_id: fc.Arbitrary<number>) =>
  fc.record<Selectable<Tables['posture_scores']>>({
    posture_id,
    recorded_at: dates,
    compliance: values.scores,
    redteam: values.scores,
    incident: values.scores,
    monitoring: values.scores,
    controls_implemented: values.counts,
    controls_total: values.counts,
    incidents_critical: values.counts,
    incidents_high: values.counts,
    incidents_medium: values.counts,
    incidents_low: values.counts,
  })

export const postureRows = (dates: fc.Arbitrary<string>) =>
  fc.record({
    posture_scores: values.withIds(posture(dates), ({ posture_id }) => posture_id, 30),
  })
