// What importers are given, made of what the person said.
import { epochSecondsOf, isDay } from '../time.ts'
import type { Context } from './importer.ts'
import { importerOf } from './registry.ts'
import { SEVERITY_RULES, type SeverityRules, severityBy } from './severities.ts'

export interface Given {
  /** The zone of times that have none. */
  readonly zone: string
  /** Whether the person has said so for this report, where it is no setting for all. */
  readonly isZoneSaid: boolean
  /** Whether the person has named the server. */
  readonly isServerSaid: boolean
  /** The last time that is not in the future. */
  readonly latest: number
  /** The operator's own severities. */
  readonly severities: SeverityRules
  readonly onRemark: (text: string) => void
}

const WALL_CLOCK = /^\d{4}-\d\d-\d\d (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/

export const contextOf = ({
  zone,
  isZoneSaid,
  isServerSaid,
  latest,
  severities,
  onRemark,
}: Given): Context => ({
  isZoneSaid,
  isServerSaid,
  latest,
  at: (wallClock) =>
    WALL_CLOCK.test(wallClock) && isDay(wallClock) ? epochSecondsOf(wallClock, zone) : null,
  severityOf: (tool, ...subjects) =>
    severityBy([severities, SEVERITY_RULES], [tool, importerOf(tool)?.about ?? tool], subjects),
  remark: onRemark,
})
