// Which standards a control of Security Hub belongs to. Older findings name one in their generator,
// those of consolidated controls name all in a list.
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import { isNewer } from '../frameworks.ts'

const REQUIREMENT = /^CIS AWS Foundations Benchmark v([\d.]{1,20})\/([\d.]{1,20})$/
const GENERATOR = /cis-aws-foundations-benchmark\/v\/([\d.]{1,20})\/(?:rule\/)?([\d.]{1,20})$/
const STANDARD = /cis-aws-foundations-benchmark\/v\/([\d.]{1,20})$/

/** `CIS-1.4.0 2.1.1, 2.1.2`: of several versions the highest. */
export function cisOfStandards(finding: JsonObject): string | null {
  const compliance = objectOf(finding['Compliance'])
  const named = [
    ...textsOf(compliance['RelatedRequirements']).map((it) => REQUIREMENT.exec(it)),
    GENERATOR.exec(textOf(finding['GeneratorId'])),
    ...standardsOf(finding).map((it) => STANDARD.exec(it)),
  ]
  let version: string | null = null
  let requirements = new Set<string>()
  for (const [, itsVersion = '', requirement] of named.filter((it) => it !== null)) {
    if (version === null || isNewer(itsVersion, version)) {
      version = itsVersion
      requirements = new Set()
    }
    if (itsVersion === version && requirement !== undefined) requirements.add(requirement)
  }
  return version === null ? null : `CIS-${version} ${[...requirements].join(', ')}`.trim()
}

export const foundationalOfStandards = (finding: JsonObject, checkId: string): string | null =>
  [textOf(finding['GeneratorId']), ...standardsOf(finding)].some((it) =>
    it.includes('aws-foundational-security-best-practices/'),
  )
    ? checkId
    : null

const standardsOf = (finding: JsonObject): readonly string[] => {
  const { AssociatedStandards } = objectOf(finding['Compliance'])
  const { StandardsArn, StandardsGuideArn } = objectOf(finding['ProductFields'])
  const associated = objectsOf(AssociatedStandards).map(({ StandardsId }) => textOf(StandardsId))
  return [...associated, textOf(StandardsArn), textOf(StandardsGuideArn)]
}
