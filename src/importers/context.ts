// What importers are given, made of what the person said.
import { epochSecondsOf } from '../time.ts'
import type { Context } from './importer.ts'
import { importerOf } from './registry.ts'
import { SEVERITY_RULES, type SeverityRules, severityBy } from './severities.ts'

export interface Given {
  /** The zone of times that have none. */
  readonly zone: string
  /** The operator's own severities. */
  readonly severities?: SeverityRules
  readonly onRemark: (text: string) => void
}

const WALL_CLOCK = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

export const contextOf = ({ zone, severities = {}, onRemark }: Given): Context => ({
  at(wallClock) {
    // A day that does not exist would be read as another one.
    const utc = WALL_CLOCK.test(wallClock) ? Date.parse(`${wallClock.replace(' ', 'T')}Z`) : NaN
    if (Number.isNaN(utc) || !new Date(utc).toISOString().startsWith(wallClock.slice(0, 10))) {
      return null
    }
    return epochSecondsOf(wallClock, zone)
  },
  severityOf: (tool, ...subjects) =>
    severityBy([severities, SEVERITY_RULES], [tool, importerOf(tool)?.about ?? tool], subjects),
  remark: onRemark,
})
