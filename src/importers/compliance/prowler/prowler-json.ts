// What Prowler 2 to 5 write as JSON: flat objects in 2 and 3, OCSF in two versions since.
import type { JsonObject } from '../../input/json.ts'
import { objectOf, objectsOf, textOf, textsOf } from '../../input/json-values.ts'
import { type Frameworks, writtenFrameworks } from '../frameworks.ts'
import { complianceFile, type ProwlerResult, remedyOf, titledCheck } from './prowler-result.ts'

const COMPLIANCE_FINDING = 2003

/** Null when it is no result of Prowler. */
export function prowlerResultOf(record: JsonObject): ProwlerResult | null {
  if ('CheckID' in record && 'StatusExtended' in record) return thirdOf(record)
  if ('Control' in record && 'Account Number' in record) return secondOf(record)
  const product = objectOf(objectOf(record['metadata'])['product'])
  if (textOf(product['name']) !== 'Prowler') return null
  if (record['class_uid'] === COMPLIANCE_FINDING) throw complianceFile()
  if ('finding_info' in record) return ocsfOf(record, product)
  return 'finding' in record ? earlyOcsfOf(record, product) : null
}

function secondOf(record: JsonObject): ProwlerResult {
  const text = (name: string): string => textOf(record[name])
  return {
    provider: 'aws',
    account: text('Account Number'),
    region: text('Region'),
    foundAt: text('Timestamp'),
    version: '',
    ...titledCheck(text('Control ID'), text('Control')),
    status: text('Status'),
    isMuted: false,
    summary: text('Message'),
    details: text('Risk'),
    remediation: remedyOf(text('Remediation'), text('Doc link')),
    severity: text('Severity'),
    service: text('Service'),
    resource: text('Resource ID'),
    resourceType: '',
    frameworks: new Map(),
  }
}

function thirdOf(record: JsonObject): ProwlerResult {
  const text = (name: string): string => textOf(record[name])
  const advice = objectOf(objectOf(record['Remediation'])['Recommendation'])
  return {
    provider: text('Provider'),
    account: text('AccountId') || text('Subscription') || text('ProjectId'),
    region: text('Region') || text('Location'),
    startedAt: record['AssessmentStartTime'],
    version: '',
    checkId: text('CheckID'),
    title: text('CheckTitle'),
    status: text('Status'),
    isMuted: false,
    summary: text('StatusExtended'),
    details: text('Risk') || text('Description'),
    remediation: remedyOf(textOf(advice['Text']), textOf(advice['Url'])),
    severity: text('Severity'),
    service: text('ServiceName'),
    resource: text('ResourceArn') || text('ResourceId'),
    resourceType: text('ResourceType'),
    frameworks: listedFrameworks(record['Compliance']),
  }
}

/** Since version 4. */
function ocsfOf(record: JsonObject, product: JsonObject): ProwlerResult {
  const info = objectOf(record['finding_info'])
  const cloud = objectOf(record['cloud'])
  const unmapped = objectOf(record['unmapped'])
  const remedy = objectOf(record['remediation'])
  const named = namesIn(textOf(info['uid']))
  const provider = textOf(cloud['provider']) || textOf(unmapped['provider']) || named.provider
  return {
    provider,
    account:
      textOf(objectOf(cloud['account'])['uid']) ||
      textOf(unmapped['provider_uid']) ||
      named.cluster,
    region: textOf(cloud['region']),
    startedAt: record['time'] ?? record['time_dt'] ?? record['event_time'],
    version: textOf(product['version']),
    checkId: textOf(objectOf(record['metadata'])['event_code']) || named.checkId,
    title: textOf(info['title']),
    status: textOf(record['status_code']),
    isMuted: textOf(record['status']) === 'Suppressed',
    summary: textOf(record['status_detail']) || textOf(record['message']),
    details: textOf(record['risk_details']) || textOf(info['desc']),
    remediation: remedyOf(textOf(remedy['desc']), ...textsOf(remedy['references'])),
    severity: textOf(record['severity']),
    ...resourceOf(record),
    frameworks: listedFrameworks(unmapped['compliance']),
  }
}

const EARLY_STATUSES: ReadonlyMap<string, string> = new Map([
  ['Success', 'PASS'],
  ['Failure', 'FAIL'],
  ['Other', 'WARNING'],
  ['Unknown', 'INFO'],
])

/** Version 3, after a draft of OCSF. */
function earlyOcsfOf(record: JsonObject, product: JsonObject): ProwlerResult {
  const finding = objectOf(record['finding'])
  const cloud = objectOf(record['cloud'])
  const remedy = objectOf(finding['remediation'])
  const status = textOf(record['status'])
  return {
    provider: textOf(cloud['provider']),
    account: textOf(objectOf(cloud['account'])['uid']) || textOf(cloud['project_uid']),
    region: textOf(cloud['region']),
    startedAt: record['time'],
    version: textOf(product['version']),
    checkId: textOf(objectOf(product['feature'])['uid']),
    title: textOf(finding['title']),
    status: EARLY_STATUSES.get(status) ?? status,
    isMuted: false,
    summary: textOf(record['status_detail']),
    details: textOf(objectOf(finding['supporting_data'])['Risk']) || textOf(finding['desc']),
    remediation: remedyOf(textOf(remedy['desc']), ...textsOf(remedy['kb_articles'])),
    severity: textOf(record['severity']),
    ...resourceOf(record),
    frameworks: writtenFrameworks(textsOf(objectOf(record['compliance'])['requirements'])),
  }
}

function resourceOf(record: JsonObject) {
  const [resource = {}] = objectsOf(record['resources'])
  return {
    resource: textOf(resource['uid']) || textOf(resource['name']),
    resourceType: textOf(resource['type']),
    service: textOf(objectOf(resource['group'])['name']),
  }
}

/** `prowler-kubernetes-CHECK-CLUSTER-namespace: default-NAME`, where the fields are missing. */
function namesIn(uid: string) {
  const [, provider = '', checkId = '', rest = ''] =
    /^prowler-([a-z0-9]+)-([a-z0-9_]+)-(.*)$/s.exec(uid) ?? []
  const end = rest.indexOf('-namespace: ')
  return { provider, checkId, cluster: end === -1 ? '' : rest.slice(0, end) }
}

const listedFrameworks = (value: unknown): Frameworks =>
  new Map(
    Object.entries(objectOf(value)).map(([framework, ids]) => [framework, textsOf(ids).join(', ')]),
  )
