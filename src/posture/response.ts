// spec 2.5, 4.2
import type { Static } from 'typebox'
import * as shape from '../shapes.ts'

const scores = {
  overall: shape.score,
  compliance: shape.score,
  redteam: shape.score,
  incident: shape.score,
  monitoring: shape.score,
  malware: shape.score,
}

const postureRecord = shape.closed({
  ...scores,
  controls_implemented: shape.count,
  controls_total: shape.count,
  active_incidents: shape.severityCounts,
})

const postureDay = shape.closed({ date: shape.day, ...scores })

export const postureResponse = shape.closed(
  {
    current: postureRecord,
    history: shape.list(postureDay),
    timestamp: shape.timestamp,
  },
  'The weighted security posture score, its components and their history.',
)

export type PostureRecord = Static<typeof postureRecord>
export type PostureDay = Static<typeof postureDay>
export type PostureResponse = Static<typeof postureResponse>
